import fc from 'fast-check';
import { expect, it } from 'vitest';
import accessPolicy from '../../dev/access-policy.json' with { type: 'json' };
import { roles } from '../../dev/seed.ts';
import { operations } from '../../functions/operations.ts';
import { encodePath, fillPath, isSafePathValue } from '../../lib/http/path.ts';
import { type CloudOperation, toCloudOperation } from '../../lib/operation.ts';
import { toPlan } from '../../lib/plan.ts';
import { PROFILES } from '../../lib/profile.ts';
import { composeRequest } from '../../lib/upstream/compose-request.ts';
import { unlimited } from '../support/abuse.ts';
import { sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import { validRequests } from '../support/valid-requests.ts';

const runs = 20_000;
const runsThroughHttp = 300;

const allowedClient = 'a11a0000-0000-4000-8000-000000000001';
const everywhere = { roles: [...roles], clients: [allowedClient], resources: ['*'] };
const stack = await startStack({
  settings: { ...unlimited, ACCESS_POLICY: JSON.stringify({ grants: [...accessPolicy.grants, everywhere] }) },
});

/** What somebody would try, in every order and number. */
const bricks = [
  ...'.. . / \\ // % %2e %2f %252e %5c %00 ? # @ : ; & = + ~ *'.split(' '),
  ...'( ) \' " < > | $ ^ ` { } [ ] ! ,'.split(' '),
  ...' \0\t\u007f\u0085\u2215\u2044\u2024\u202e\u200b\ufeff\ud800',
  ...'éß漢😀ﬁ\uff0f\uff0e\u0308',
  ...'a B 0 - _ vm-web providers companies(1) evil.example localhost http: \r\n'.split(' '),
];

const value = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.array(fc.constantFrom(...bricks), { minLength: 1, maxLength: 6 }).map((parts) => parts.join('')),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: 1 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1 }) },
);

const cloudOperations: readonly CloudOperation[] = Object.values(PROFILES).flatMap((profile) =>
  operations.map((operation) => toCloudOperation(operation, profile)),
);
const withValues = cloudOperations.filter(({ path }) => readPlaceholders(path).length > 0);

function readPlaceholders(template: string): string[] {
  return Array.from(template.matchAll(/\{(\w+)\}/g), ([, name]) => name as string);
}

const base = 'https://upstream.example/some/base';

function expectContained(
  operation: CloudOperation,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>>,
): void {
  const { target } = composeRequest(toPlan(operation).compose, { params, query, preconditions: {} }, 'id');
  const url = new URL(base + target);
  const [rawPath = '', ...rest] = (base + target).slice(url.origin.length).split('?');
  expect(url.origin).toBe('https://upstream.example');
  // Nothing for a parser to resolve, and each segment is the one that was meant.
  expect(url.pathname).toBe(rawPath);
  expect(url.pathname.split('/').map(decodeURIComponent)).toEqual(
    `/some/base${fillPath(operation.path, params)}`.split('/'),
  );
  expect(rest.length).toBeLessThanOrEqual(1);
  expect(Object.fromEntries(url.searchParams)).toEqual(query);
  expect(url.hash).toBe('');
  expect(`${url.username}${url.password}${url.port}`).toBe('');
}

it(`${runs} generated values: what is safe keeps host, prefix and segments at the upstream, and comes out as it went in`, () => {
  let safe = 0;
  fc.assert(
    fc.property(fc.constantFrom(...withValues), fc.infiniteStream(value), value, (operation, values, filter) => {
      const params = Object.fromEntries(
        readPlaceholders(operation.path).map((name) => [name, values.next().value as string]),
      );
      const kept = Object.fromEntries(Object.entries(params).filter(([, each]) => isSafePathValue(each)));
      safe += Object.keys(kept).length;
      const plain = Object.fromEntries(Object.keys(params).map((name) => [name, 'plain']));
      expectContained(
        operation,
        { ...plain, ...kept },
        { 'api-version': '1', ...(filter.isWellFormed() ? { $filter: filter } : {}) },
      );
    }),
    { numRuns: runs },
  );
  // A test that takes nothing for safe would show nothing.
  expect(safe).toBeGreaterThan(runs / 2);
});

it(`${runs} generated values: what is refused would not have stayed in its segment, or is made to mislead`, () => {
  fc.assert(
    fc.property(value, (text) => {
      if (/^(?!\.{1,2}$)[^/\\%?#]{1,260}$/.test(text) && /^[ -~]*$/.test(text))
        expect(isSafePathValue(text)).toBe(true);
      if (/[/\\%?#\p{Cc}]|^\.{1,2}$/u.test(text) || /[/\\%?#\p{Cc}]|^\.{1,2}$/u.test(text.normalize('NFKC'))) {
        expect(isSafePathValue(text)).toBe(false);
      }
      if (text.isWellFormed()) expect(decodeURIComponent(encodePath('{x}', { x: text }))).toBe(text);
    }),
    { numRuns: runs },
  );
});

const requestsWithValues = validRequests.filter(({ values }) => Object.keys(values).length > 0);

/** As it stands, as far as a request line can hold it; or every byte encoded. */
const spelling = fc.constantFrom(
  (text: string) => text.toWellFormed().replace(/[^!-~]/gu, encodeURIComponent),
  (text: string) => encodeURIComponent(text.toWellFormed()),
  (text: string) => Buffer.from(text.toWellFormed()).toString('hex').replace(/../g, '%$&'),
);

function countSegments(path: string): number {
  return (path.split('?')[0] ?? '').split('/').length;
}

it(`${runsThroughHttp} generated route values through HTTP: none leaves its place, none is a 500`, async () => {
  let called = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...requestsWithValues),
      fc.nat(),
      value,
      spelling,
      async (request, place, text, spell) => {
        const names = Object.keys(request.values);
        const name = names[place % names.length] ?? '';
        await stack.upstream.reset();
        const answer = await sendChanged(stack, request, {
          claims: { azp: allowedClient },
          values: { [name]: spell(text) },
        });
        expect([200, 201, 204, 400, 404, 409, 414]).toContain(answer.status);
        for (const { method, path } of await stack.upstream.calls()) {
          called += 1;
          expect(method).toBe(request.method);
          const meant = request.upstreamBase + request.template;
          expect(countSegments(path)).toBe(countSegments(meant));
          expect(path).toMatch(new RegExp(`^${/^[^{]+/.exec(meant)?.[0].replace(/[.()]/g, '\\$&')}`));
          expect(new URL(`http://upstream${path}`).pathname).toBe(path.split('?')[0]);
        }
      },
    ),
    { numRuns: runsThroughHttp },
  );
  expect(called).toBeGreaterThan(0);
});

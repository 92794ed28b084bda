/** What holds of every operation that has an example (dev/upstream/examples): its responses, its pages, what it refuses. */
import { describe, expect, it } from 'vitest';
import { type Example, readExamples, readList } from '../../dev/upstream/example-files.ts';
import { operations } from '../../functions/operations.ts';
import { isSecretName } from '../../lib/contracts/secret-names.ts';
import { expectRefused } from '../support/abuse.ts';
import { sendChanged } from '../support/send-changed.ts';
import { listFailures, type Stack, startStack, type TestResponse } from '../support/stack.ts';
import { toPath, type ValidRequest, validRequest, validRequests } from '../support/valid-requests.ts';

const examples = readExamples();

it('every example is that of an operation', () => {
  const known = validRequests.map(({ operation }) => operation);
  const names = examples.map(({ operation }) => operation);
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
});

if (examples.length > 0) {
  const stack = await startStack();
  for (const example of examples) testExample(stack, example);
}

function testExample(stack: Stack, example: Example): void {
  const { operation, refused = [] } = example;
  const request = validRequest(operation);
  const list = example.response.body && readList(example.response.body);
  describe(operation, () => {
    it('returns what the service returns', async () => {
      await stack.upstream.reset();
      const response = await sendChanged(stack, request);
      if (list) expect(response.json.value[0]).toEqual(list[0]);
      else expectSuccess(example, response);
      const [call] = await stack.upstream.calls();
      expect(call).toMatchObject({ method: request.method, path: expect.stringContaining(encodeURI(toPath(request))) });
    });
    if (list) it('leads on from page to page through Frontdesk', () => expectPages(stack, request));
    if (example.method === 'DELETE' && request.preconditions)
      it('deletes only what has the entity tag (C-16)', async () => {
        await stack.upstream.reset();
        const { status, headers } = await sendChanged(stack, request, { headers: { 'if-match': '"another"' } });
        expect([status, headers['x-frontdesk-outcome']]).toEqual([412, 'rejected']);
      });
    if (refused.length > 0)
      it.each(refused.map(({ path, value }) => [path.join('.'), path, value] as const))(
        'refuses a body with an invalid %s, which is not sent',
        async (_, path, value) => {
          const body = withMember(request.body, path, value);
          const [response] = await expectRefused(stack, request, {
            attacks: [{ body }],
            ...{ status: 400, code: 'invalid_request' },
          });
          const target = path.join('.').replace(/\.(\d+)(?=\.|$)/g, '[$1]');
          expect(listFailures(response as TestResponse)[0]?.split(': ')[0]).toBe(target);
        },
      );
  });
}

/** Returns the body with another value of one member. */
function withMember(body: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  const changed = withMember((body as Record<string, unknown>)[step], rest, value);
  return Array.isArray(body) ? body.with(Number(step), changed) : { ...(body as object), [step]: changed };
}

function expectSuccess({ operation, method, response: { status, body } }: Example, response: TestResponse): void {
  if (status === 202) {
    expect([response.status, response.headers['x-frontdesk-outcome']]).toEqual([202, 'accepted']);
    return;
  }
  expect(response.status).toBeLessThan(300);
  const isSecret = operations.some(({ name, returnsSecret }) => name === operation && returnsSecret);
  if (isSecret) expect(response.headers['cache-control']).toBe('no-store');
  if (body && method !== 'PUT') expect(response.json).toMatchObject(isSecret ? body : (withoutSecrets(body) as object));
  if (!isSecret) expect(withoutSecrets(response.json)).toEqual(response.json);
}

/** Returns a body without the members whose names are those of secrets. */
function withoutSecrets(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutSecrets);
  const kept = Object.entries(value).filter(([name]) => !isSecretName(name));
  return Object.fromEntries(kept.map(([name, member]) => [name, name === 'tags' ? member : withoutSecrets(member)]));
}

async function expectPages(stack: Stack, request: ValidRequest): Promise<void> {
  const first = await sendChanged(stack, request, { headers: { prefer: 'odata.maxpagesize=2' } });
  const link = first.json.nextLink ?? first.json['@odata.nextLink'];
  expect(link).toMatch(new RegExp(`^${stack.url}/.*[$%24]skipToken=`));
  const second = await stack.send('GET', link.slice(stack.url.length), {});
  expect(second.status).toBe(200);
  expect(second.json.value[0]).not.toEqual(first.json.value[0]);
}

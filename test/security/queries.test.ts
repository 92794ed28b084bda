import { expect, it } from 'vitest';
import { apps } from '../../dev/personas.ts';
import { tenants } from '../../dev/seed.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { SealedLinks } from '../../lib/upstream/sealed-link.ts';
import { expectGranted, expectNothingInternal, expectRefused, readCode, unlimited } from '../support/abuse.ts';
import { createPatientClock } from '../support/clocks.ts';
import { sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import {
  eachRequest,
  listEvents,
  listNestedEvents,
  listProviderAuthorizations,
  listSubscriptionEvents,
  toPath,
  toRows,
  toUnseen,
  type ValidRequest,
} from '../support/valid-requests.ts';
import { startDecoy } from './decoy.ts';

const stack = await startStack({ clock: createPatientClock(), settings: unlimited });
const decoy = await startDecoy();

const INVALID = { status: 400, code: 'invalid_request' } as const;

const versionOf = ({ query }: ValidRequest) => query.slice('?api-version='.length);

it.each(eachRequest.filter(([, { query }]) => query !== ''))(
  // Also S1-71, S1-82, S1-83, S1-84, S2-77, S2-93, S3-43, S3-61.
  '%s refuses an api-version that is missing or another, and names those supported (S1-01, S1-62, A39)',
  async (_, request) => {
    await expectRefused(stack, request, { attacks: [{ query: '' }], ...INVALID });
    const [other] = await expectRefused(stack, request, {
      twin: { query: `?Api-Version=${versionOf(request)}` },
      attacks: [{ query: '?api-version=2018-07-01' }],
      status: 400,
      code: 'unsupported_api_version',
    });
    expect(other?.text).toContain(versionOf(request));
  },
);

const INVALID_CURSOR = { status: 400, code: 'invalid_cursor' } as const;
const filter = '&$filter=priority%20lt%2090';

/** Returns the query of Frontdesk's link to the second page. */
async function readNextPage(query = listEvents.query): Promise<string> {
  const { json } = await expectGranted(stack, listEvents, { query });
  const next = new URL(json.nextLink);
  expect(`${next.origin}${next.pathname}`).toBe(`${stack.url}${toPath(listEvents)}`);
  return next.search;
}

const page = (cursor: string) => ({ query: `${listEvents.query}&$skipToken=${encodeURIComponent(cursor)}` });

// Each byte: test/unit/upstream/sealed-link.test.ts.
it('a page token is valid only for its own tenant, resource and filter (A40)', async () => {
  const query = await readNextPage();
  const filtered = await readNextPage(`${listEvents.query}${filter}`);
  const reporting = apps.find(({ name }) => name === 'Fabrikam reporting')?.clientId;
  const byOtherTenant = { claims: { tid: tenants.fabrikam, idtyp: 'app', azp: reporting, scp: null } };
  await expectGranted(stack, listEvents, byOtherTenant);
  await expectRefused(stack, listEvents, {
    twin: { query },
    attacks: [
      { query, ...byOtherTenant },
      { query, values: { resourceName: 'vm-jobs' } },
      { query, path: toPath(listNestedEvents) + query },
      { query: `${query}${filter}` },
      { query: filtered.replace(/\$filter=[^&]*&/, '') },
    ],
    ...INVALID_CURSOR,
  });
  await expectGranted(stack, listEvents, { query: filtered });
});

it('a page token that somebody with the key sealed leads to pages of its list only (A88)', async () => {
  const links = new SealedLinks(Buffer.from(process.env['LINK_KEY'] ?? '', 'base64'), systemClock);
  const path = toPath(listEvents);
  const seal = (address: string) =>
    links.seal(address, ['page', tenants.contoso, listEvents.operation, path.toLowerCase(), '']);
  const [own, other] = [seal('?$skipToken=cGFnZTo1'), '/subscriptions/other/providers/Vendor.ResourceHealth/events'];
  const forged = [
    `${other}?$skipToken=t`,
    `${path}/../other?$skipToken=t`,
    `@evil.example${path}?$skipToken=t`,
    '/../../other?$skipToken=t',
    '?company=other&$skipToken=t',
    '?$filter=x',
  ];
  await expectRefused(stack, listEvents, {
    twin: page(own),
    attacks: forged.map((address) => page(seal(address))),
    ...INVALID_CURSOR,
  });
});

/** Returns links that leave the list: all of them for one operation, one for each other. */
function listLinks(request: ValidRequest): readonly unknown[] {
  const { host } = new URL(stack.upstream.url);
  const path = `/arm${toPath(request)}`;
  const elsewhere = `http://${host}/arm/subscriptions?$skipToken=t`;
  if (request !== listEvents) return [elsewhere];
  return [
    elsewhere,
    `${decoy.url}${path}?$skipToken=t`,
    `http://${host}@evil.example${path}?$skipToken=t`,
    `http://${host}${path}/../other?$skipToken=t`,
    `${path}?$skipToken=t`,
    ...['javascript:alert(1)', 5],
  ];
}

it.each(toRows([listEvents, listNestedEvents, listSubscriptionEvents, listProviderAuthorizations]))(
  '%s follows no next link that leads elsewhere: 502 without the address (A41)',
  async (_, request) => {
    for (const nextLink of listLinks(request)) {
      await stack.upstream.reset();
      await stack.upstream.fault({ fault: { kind: 'patch', body: { nextLink } } });
      const unseen = toUnseen(request);
      const response = await sendChanged(stack, unseen);
      expect(`${response.status} ${readCode(response)}`, String(nextLink)).toBe('502 upstream_invalid_response');
      expectNothingInternal(stack, response, ['evil', new URL(stack.upstream.url).host, decoy.url]);
      // Nothing was stored: the same request is sent upstream again.
      const next = await expectGranted(stack, unseen);
      if (request.isCached) expect(next.headers['cache-status']).toContain('uri-miss');
    }
    expect(decoy.calls).toEqual([]);
  },
);

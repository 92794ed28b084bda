import { expect, it } from 'vitest';
import accessPolicy from '../../dev/access-policy.json' with { type: 'json' };
import { apps } from '../../dev/personas.ts';
import { roles, subscriptions, tenants } from '../../dev/seed.ts';
import { expectRefused } from '../support/abuse.ts';
import { createPatientClock } from '../support/clocks.ts';
import { startStack } from '../support/stack.ts';
import {
  listEvents,
  listNestedEvents,
  putAuthorization,
  readCustomer,
  readItem,
  toPath,
  toRows,
  type ValidRequest,
} from '../support/valid-requests.ts';
import { startDecoy } from './decoy.ts';

/** A client with access to everything, so that only a value's form is checked. */
const allowedClient = 'a11a0000-0000-4000-8000-000000000001';
const everywhere = { roles: [...roles], clients: [allowedClient], resources: ['*'] };
const byAllowed = { claims: { azp: allowedClient } };

const stack = await startStack({
  clock: createPatientClock(),
  settings: { ACCESS_POLICY: JSON.stringify({ grants: [...accessPolicy.grants, everywhere] }) },
});
const decoy = await startDecoy();

const INVALID = { status: 400, code: 'invalid_request' } as const;
const NO_ROUTE = { status: 404 } as const;

/** Each upstream's, with every kind of value. That any value is judged, of any operation: test/unit/http/parse-request.test.ts. */
const eachWithValues = toRows([listNestedEvents, putAuthorization, readItem]);
const eachList = toRows([listEvents, listNestedEvents]);

/** Returns changes at each place of the route. */
function atEachPlace(request: ValidRequest, given: readonly string[]) {
  return Object.keys(request.values).flatMap((name) =>
    given.map((value) => ({ ...byAllowed, values: { [name]: value } })),
  );
}

it.each(eachList)(
  '%s: the host resolves dot segments before routing, and the rest has no route or is validated as usual (A28)',
  async (_, request) => {
    const tail = 'providers/Vendor.ResourceHealth/events?api-version=2025-05-01';
    const { contoso, fabrikam } = subscriptions;
    await expectRefused(stack, request, {
      attacks: ['..', '%2e%2e', '.%2e', '%2E.', '.', '%2e'].flatMap((dots) => [
        { path: `/subscriptions/${contoso}/${dots}/${dots}/tenants/${tail}` },
        { path: `/subscriptions/${contoso}/resourceGroups/rg-shop/${dots}/${tail}` },
        { path: `/${dots}/${tail}` },
      ]),
      ...NO_ROUTE,
    });
    const inside = request.template.replace('/subscriptions/{subscriptionId}', '');
    const climbing = toPath({ ...request, template: `/subscriptions/${contoso}/../${fabrikam}${inside}` });
    await expectRefused(stack, request, {
      attacks: [{ path: climbing + request.query }],
      status: 403,
      code: 'forbidden',
    });
  },
);

it('a path whose dot segments lead to a subscription needs a grant for all of it (A28)', async () => {
  const tail = 'providers/Vendor.ResourceHealth/events?api-version=2025-05-01';
  const reporting = apps.find(({ name }) => name === 'Fabrikam reporting')?.clientId;
  // May read the events of one resource group.
  const claims = { tid: tenants.fabrikam, idtyp: 'app', azp: reporting, scp: null };
  const climbing = ['.', '%2e', 'resourceGroups/..', 'resourceGroups/%2e%2e', 'resourceGroups/rg-shop/../..'];
  await expectRefused(stack, listEvents, {
    twin: { claims },
    attacks: ['', ...climbing.map((dots) => `/${dots}`)].map((dots) => ({
      path: `/subscriptions/${subscriptions.contoso}${dots}/${tail}`,
      claims,
    })),
    status: 403,
    code: 'forbidden',
  });
});

it.each(eachList)('%s: an address instead of a resource has no route in the host (A30)', async (_, request) => {
  const { host } = new URL(decoy.url);
  const addresses = [
    ...[`https://${host}/x`, `//${host}/x`, `/\\${host}`, `\\\\${host}`],
    ...[`@${host}/x`, `:80@${host}`, `http:${host}`],
  ];
  await expectRefused(stack, request, {
    attacks: addresses.flatMap((address) => [
      { path: `/${address}/providers/Vendor.ResourceHealth/events${request.query}` },
      { path: `/${address}${toPath(request)}${request.query}` },
    ]),
    ...NO_ROUTE,
  });
  expect(decoy.calls).toEqual([]);
});

it('a resource is sent with slashes: %2F between its segments has no route, inside one it returns 400 (A32)', async () => {
  const [resource = '', tail = ''] = toPath(listEvents).slice(1).split('/providers/Vendor.ResourceHealth');
  const path = (uri: string) => `/${uri}/providers/Vendor.ResourceHealth${tail}${listEvents.query}`;
  await expectRefused(stack, listEvents, {
    attacks: [
      resource.replaceAll('/', '%2F'),
      resource.replaceAll('/', '%2f'),
      resource.replace('/resourceGroups/', '%2FresourceGroups/'),
    ].map((uri) => ({ path: path(uri) })),
    ...NO_ROUTE,
  });
  await expectRefused(stack, listEvents, {
    attacks: [path(resource.replace(/(virtualMachines)\/(.+)$/, '$1/x%2F$2'))].map((each) => ({ path: each })),
    ...INVALID,
  });
});

const lookAlikes = '\uff0f\u2215\u2044\ufe68\uff3c\uff05\uff1f\uff03';
const invisible = '\u2028\u202e\u2066\u200b\ufeff\u00ad';

/** Values that leave their segment, or look otherwise than they are. Each character: test/unit/http/path.test.ts. */
const unsafe: Readonly<Record<string, readonly string[]>> = {
  'encoded dots and separators, nor decodes a value twice (A29)':
    '..%2f %2e%2e%2f a%2Fb %5c..%5c %252e%252e %252f %25'.split(' '),
  'an address (A30)': ['https:%2F%2Fevil.example', '%5C%5Cevil.example', '%40evil.example%2Fx'],
  'a query or a fragment (A31)': ['a%3Fapi-version=2018-07-01%26x=', 'a%23frag', '%3F', '%23'],
  '2 000 characters (A33)': ['x'.repeat(2_000)],
  'a path parameter behind dots (A34)': ['..;x=1', '.;', '..;'],
  'a control character (A35)': ['%0d%0aX-Evil:1', '%09', '%7f', '%1B', '%C2%85'],
  'look-alikes of separators and dots, or invisible characters (A29, A35)': [
    ...['\uff0e\uff0e', '\u2025'].map(encodeURIComponent),
    ...Array.from(lookAlikes + invisible, (character) => `a${encodeURIComponent(character)}b`),
  ],
};

it.each(
  Object.entries(unsafe).flatMap(([what, values]) =>
    eachWithValues.map(([name, request]) => [name, what, request, values] as const),
  ),
)('%s takes no value that has %s', async (_, what, request, values) => {
  const responses = await expectRefused(stack, request, {
    twin: byAllowed,
    attacks: atEachPlace(request, values),
    hidden: ['X-Evil', 'x'.repeat(2_000)],
    ...INVALID,
  });
  for (const { headers } of responses) expect(headers, what).not.toHaveProperty('x-evil');
});

it('a company and what is in it are named by GUIDs only: another key is 400 to a caller of every company (A36)', async () => {
  const companies = [
    ...['0)%2Fcustomers(1', "'x'", "name='a'", '%27%27', '1', '$count', '*', 'null'],
    `${readCustomer.values['companyId']},1`,
  ];
  const ids = ["'x'", '1', '10000', "number='10000'", 'x)', '1)%2Fpicture(2'];
  await expectRefused(stack, readCustomer, {
    twin: byAllowed,
    attacks: [
      ...companies.map((companyId) => ({ ...byAllowed, values: { companyId } })),
      ...ids.map((customerId) => ({ values: { customerId } })),
    ],
    ...INVALID,
  });
});

import { expect, it } from 'vitest';
import accessPolicy from '../../dev/access-policy.json' with { type: 'json' };
import { apps } from '../../dev/personas.ts';
import { roles, subscriptions, tenants } from '../../dev/seed.ts';
import { expectGranted, expectRefused } from '../support/abuse.ts';
import { createPatientClock } from '../support/clocks.ts';
import { sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import {
  deleteSession,
  listEvents,
  listNestedEvents,
  putAuthorization,
  putJob,
  readCustomer,
  readItem,
  toPath,
  toRows,
  toUnseen,
  type ValidRequest,
} from '../support/valid-requests.ts';
import { startDecoy } from './raw.ts';

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
const eachWithValues = toRows([listNestedEvents, putAuthorization, readItem, deleteSession]);
const eachList = toRows([listEvents, listNestedEvents]);

/** Returns changes at each place of the route. */
function atEachPlace(request: ValidRequest, given: readonly string[]) {
  return Object.keys(request.values).flatMap((name) =>
    given.map((value) => ({ ...byAllowed, values: { [name]: value } })),
  );
}

it.each(eachList)(
  'A28 %s: the host resolves dot segments before routing, and the rest has no route or is validated as usual',
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

it('A28 a path whose dot segments lead to a subscription needs a grant for all of it', async () => {
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

it('A28 a path with a single-dot segment is the same resource, and the upstream sees no dot', async () => {
  await stack.upstream.reset();
  const request = toUnseen(listEvents);
  await expectGranted(stack, request, {
    path: toPath(request).replace('/providers/', '/./providers/') + request.query,
  });
  expect((await stack.upstream.calls()).map(({ path }) => path)).toEqual([expect.stringContaining(toPath(request))]);
});

it.each(eachWithValues)(
  'A29 %s refuses encoded dots and separators everywhere, and decodes no value twice',
  async (_, request) => {
    const separators = '..%2f %2e%2e%2f ..%2F.. a%2Fb %5c..%5c a%5Cb %252e%252e %252f a%2525b %25'.split(' ');
    await expectRefused(stack, request, { twin: byAllowed, attacks: atEachPlace(request, separators), ...INVALID });
  },
);

it.each(eachList)('A30 %s: an address instead of a resource has no route in the host', async (_, request) => {
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

it.each(eachWithValues)("A30 %s: an address as a route value stays below the upstream's path", async (_, request) => {
  const { host } = new URL(decoy.url);
  const encoded = [`https:%2F%2F${host}`, `%2F%2F${host}`, `%5C%5C${host}`, `%40${host}%2Fx`];
  await expectRefused(stack, request, { twin: byAllowed, attacks: atEachPlace(request, encoded), ...INVALID });
  await stack.upstream.reset();
  for (const change of atEachPlace(request, [`@${host}`, `:80@${host}`, host]))
    await sendChanged(stack, request, change);
  for (const { path } of await stack.upstream.calls()) expect(path).toMatch(new RegExp(`^${request.upstreamBase}/`));
  expect(decoy.calls).toEqual([]);
});

it.each(eachWithValues)('A31 %s refuses a query or a fragment inside a value', async (_, request) => {
  const parts = ['a%3Fapi-version=2018-07-01%26x=', 'a%23frag', '%3F', '%23', 'a%3fb'];
  await expectRefused(stack, request, { twin: byAllowed, attacks: atEachPlace(request, parts), ...INVALID });
});

it('A32 a resource is sent with slashes: %2F between its segments has no route, inside one it returns 400', async () => {
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

it('A33 a resource of another depth, without a name or with an empty segment has no route', async () => {
  const [resource = ''] = toPath(listEvents).split('/providers/Vendor.ResourceHealth');
  const tail = `/providers/Vendor.ResourceHealth/events${listEvents.query}`;
  await expectRefused(stack, listEvents, {
    attacks: [
      `${resource}/extensions/a/settings/b/keys/c${tail}`,
      `${resource}/extensions${tail}`,
      `${resource.replace(/\/[^/]+$/, '')}${tail}`,
      `${resource}/${tail}`,
      `/${resource}${tail}`,
      `${resource.replace('/resourceGroups', '//resourceGroups')}${tail}`,
      tail,
    ].map((path) => ({ path })),
    ...NO_ROUTE,
  });
});

it.each(eachWithValues)(
  'A33 %s refuses a value of 2 000 characters, and the host a longer line',
  async (_, request) => {
    const long = 'x'.repeat(2_000);
    await expectRefused(stack, request, {
      twin: byAllowed,
      attacks: atEachPlace(request, [long]),
      hidden: [long],
      ...INVALID,
    });
    await expectRefused(stack, request, {
      twin: byAllowed,
      attacks: atEachPlace(request, ['x'.repeat(9_000)]),
      status: 414,
    });
  },
);

it.each(toRows([putAuthorization, putJob, listEvents, listNestedEvents]))(
  "A34 %s takes the management API's characters only: a path parameter is no part of a name",
  async (_, request) => {
    const { serviceName, authorizationProviderId, authorizationId, ...names } = request.values;
    const values = Object.keys(names).map((name) => ({ ...byAllowed, values: { [name]: 'rg;x=1' } }));
    const dots = atEachPlace(request, ['..;x=1', '.;', '..;']);
    await expectRefused(stack, request, { twin: byAllowed, attacks: [...values, ...dots], ...INVALID });
  },
);

it.each([
  ['authorizationId', putAuthorization],
  ['authorizationProviderId', putAuthorization],
  ['jobName', putJob],
  ['restoreSessionBaseId', deleteSession],
] as const)('A34 a write reaches no other resource than its %s names', async (name, request) => {
  const value = (text: string) => ({ ...byAllowed, values: { [name]: text } });
  await expectRefused(stack, request, {
    twin: byAllowed,
    attacks: [
      ...['a%2F..%2F..%2Fb', 'a%5Cb', '..%2Fother', '%E2%80%A5%2F', 'x'.repeat(261)],
      ...['%EF%BC%8F', '%EF%BC%8E%EF%BC%8E', '%E2%80%A5'],
    ].map(value),
    ...INVALID,
  });
  await expectRefused(stack, request, {
    twin: byAllowed,
    attacks: ['..', '.', '%2e%2e', 'a/../../b', '../other/'].map(value),
    ...NO_ROUTE,
  });
});

it.each(eachWithValues)(
  'A35 %s refuses control characters everywhere; %00 is refused by the host',
  async (_, request) => {
    const controls = ['%0d%0aX-Evil:1', 'a%0a', '%09', '%7f', '%01', 'a%1Bb', '%C2%85'];
    const responses = await expectRefused(stack, request, {
      twin: byAllowed,
      attacks: atEachPlace(request, controls),
      hidden: ['X-Evil'],
      ...INVALID,
    });
    for (const { headers } of responses) expect(headers).not.toHaveProperty('x-evil');
    await expectRefused(stack, request, { twin: byAllowed, attacks: atEachPlace(request, ['a%00b']), status: 400 });
  },
);

// Variants of A29 and A35: characters that look like others, or are invisible.
it.each(eachWithValues)(
  '%s refuses look-alikes of separators and dots, and invisible characters',
  async (_, request) => {
    const lookAlikes = '\uff0f\u00bd\u2215\u2044\u29f8\u2216\ufe68\uff3c\uff05\uff1f\uff03';
    const dots = ['\uff0e\uff0e', '\u2024\u2024', '\u2025'];
    const invisible = ['\u2028', '\u2029', '\u202e', '\u2066', '\u200b', '\u2060', '\ufeff', '\u00ad'];
    await expectRefused(stack, request, {
      twin: byAllowed,
      attacks: atEachPlace(request, [
        ...dots.map(encodeURIComponent),
        ...[...lookAlikes, ...invisible].map((character) => `a${encodeURIComponent(character)}b`),
      ]),
      ...INVALID,
    });
  },
);

it.each(toRows([readCustomer, readItem]))(
  'A36 %s accepts GUIDs only: other keys return 400 to a caller of every company, 403 to others',
  async (_, request) => {
    const companies = [
      ...['0)%2Fcustomers(1', "'x'", "name='a'", '%27%27', '1', '$count', '*', 'null'],
      `${request.values['companyId']},1`,
    ];
    await expectRefused(stack, request, {
      twin: byAllowed,
      attacks: companies.map((companyId) => ({ ...byAllowed, values: { companyId } })),
      ...INVALID,
    });
    await expectRefused(stack, request, {
      attacks: companies.map((companyId) => ({ values: { companyId } })),
      status: 403,
      code: 'forbidden',
    });
    const entity = request === readCustomer ? 'customerId' : 'itemId';
    await expectRefused(stack, request, {
      attacks: ["'x'", '1', '10000', "number='10000'", 'x)', '1)%2Fpicture(2'].map((id) => ({
        values: { [entity]: id },
      })),
      ...INVALID,
    });
    await expectRefused(stack, request, {
      attacks: [
        { values: { companyId: '0)/customers(1' } },
        { path: '/companies(0)' },
        { path: `${toPath(request)}/picture` },
      ],
      ...NO_ROUTE,
    });
  },
);

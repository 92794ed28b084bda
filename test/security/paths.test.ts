/** What the host makes of a path. What a value may be: test/unit/http/path.test.ts, of any operation: parse-request.test.ts. */
import { expect, it } from 'vitest';
import { subscriptions } from '../../dev/seed.ts';
import { expectRefused } from '../support/abuse.ts';
import { createPatientClock } from '../support/clocks.ts';
import { startStack } from '../support/stack.ts';
import { listEvents, listNestedEvents, toPath, toRows } from '../support/valid-requests.ts';
import { startDecoy } from './decoy.ts';

const stack = await startStack({ clock: createPatientClock() });
const decoy = await startDecoy();

const INVALID = { status: 400, code: 'invalid_request' } as const;
const NO_ROUTE = { status: 404 } as const;

const eachList = toRows([listEvents, listNestedEvents]);

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

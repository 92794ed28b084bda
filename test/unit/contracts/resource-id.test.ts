import { expect, it } from 'vitest';
import { isResourceId, startsLikeFullId, toFullPath } from '../../../lib/contracts/resource-id.ts';
import { expectSplit } from '../../support/split.ts';

const SUBSCRIPTION = '/subscriptions/5ab00000-0000-4000-8000-00000000000a';
const LOGGER = `${SUBSCRIPTION}/resourceGroups/rg-shop/providers/Vendor.ApiManagement/service/gateway/loggers/monitor`;

it.each<[id: string, path: string | undefined]>([
  [LOGGER, LOGGER],
  [LOGGER.slice(1), LOGGER],
  [`${LOGGER}/`, LOGGER],
  [LOGGER.toUpperCase(), LOGGER.toUpperCase()],
  ['/providers/Vendor.Management/managementGroups/all', '/providers/Vendor.Management/managementGroups/all'],
  ['resourceGroups/rg-other/providers/x', '/resourceGroups/rg-other/providers/x'],
  ['/loggers/x/subscriptions/y', '/loggers/x/subscriptions/y'],
  ['/subscriptions/Müller (test)~1', '/subscriptions/Müller (test)~1'],
  ...['/loggers/azuremonitor', 'loggers/monitor', '/l', 'monitor', ''].map((id): [string, undefined] => [
    id,
    undefined,
  ]),
])('%s is a resource id whose full path is %s; undefined: it is relative to the service', (id, path) => {
  expect([isResourceId(id), toFullPath(id)]).toEqual([true, path]);
});

it.each([
  ...[`${SUBSCRIPTION}/../x`, '/loggers/../../other/x', '/loggers/..', './loggers/x', '/loggers/...', '/loggers/..;/x'],
  ...['/subscriptions./x', '/subscriptions /x', '/ subscriptions/x', ' /subscriptions/x', '/subscriptions;a=1/x'],
  ...['/subscriptions%2Fx', '/%73ubscriptions/x', '/loggers/a%2e%2e', '\\subscriptions\\x', '/subscriptions/x\n'],
  ...['//management.example/subscriptions/x', '/loggers//x', '/', '//', 'https://management.example/x', 'https:'],
  ...['/loggers/x?y=1', '/loggers/x#y', '/loggers/x\u0000', '/loggers/x\u202ey', '/loggers/x\u200b'],
  ...[`/loggers${'/x'.repeat(50)}`, `${SUBSCRIPTION}${'/x'.repeat(500)}`],
  ...['/\uff53ubscriptions/x', '/\u017fubscriptions/x', '/loggers/e\u0301'],
])('%j is no resource id', (id) => {
  expect(isResourceId(id)).toBe(false);
});

it('a text starts like a full id, or does not', () => {
  const others = ['/subscriptions', '/loggers/subscriptions/x', 'see /subscriptions/x'];
  expectSplit(startsLikeFullId, [LOGGER, 'SUBSCRIPTIONS/x', ' //subscriptions\\x'], others);
});

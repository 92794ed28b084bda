import { expect, it } from 'vitest';
import { isResourceId, startsLikeFullId, toFullPath } from '../../../lib/contracts/resource-id.ts';

const SUBSCRIPTION = '/subscriptions/5ab00000-0000-4000-8000-00000000000a';
const LOGGER = `${SUBSCRIPTION}/resourceGroups/rg-shop/providers/Vendor.ApiManagement/service/gateway/loggers/monitor`;

it.each([
  [LOGGER, LOGGER],
  [LOGGER.slice(1), LOGGER],
  [`${LOGGER}/`, LOGGER],
  [LOGGER.toUpperCase(), LOGGER.toUpperCase()],
  ['/providers/Vendor.Management/managementGroups/all', '/providers/Vendor.Management/managementGroups/all'],
  ['resourceGroups/rg-other/providers/x', '/resourceGroups/rg-other/providers/x'],
  ['/loggers/x/subscriptions/y', '/loggers/x/subscriptions/y'],
  ['/subscriptions/Müller (test)~1', '/subscriptions/Müller (test)~1'],
])('%s is a full id', (id, path) => {
  expect([isResourceId(id), toFullPath(id)]).toEqual([true, path]);
});

it.each(['/loggers/azuremonitor', 'loggers/monitor', '/l', 'monitor', ''])('%j is relative to the service', (id) => {
  expect([isResourceId(id), toFullPath(id)]).toEqual([true, undefined]);
});

it.each([
  `${SUBSCRIPTION}/../5ab00000-0000-4000-8000-00000000000b`,
  '/loggers/../../other/loggers/x',
  '/loggers/..',
  './loggers/x',
  '/loggers/...',
  '/subscriptions./x',
  '/subscriptions /x',
  '/ subscriptions/x',
  ' /subscriptions/x',
  '/subscriptions/x\n',
  '/subscriptions%2Fx',
  '/%73ubscriptions/x',
  '/loggers/a%2e%2e',
  '\\subscriptions\\x',
  '/loggers/..;/x',
  '/subscriptions;a=1/x',
  '//management.example/subscriptions/x',
  '/loggers//x',
  '/',
  '//',
  'https://management.example/subscriptions/x',
  'https:',
  '/loggers/x?y=1',
  '/loggers/x#y',
  '/loggers/x\u0000',
  '/loggers/x\u202ey',
  '/loggers/x\u200b',
  '/\uff53ubscriptions/x',
  '/\u017fubscriptions/x',
  '/loggers/e\u0301',
])('%j is no resource id', (id) => {
  expect(isResourceId(id)).toBe(false);
});

it.each([
  [LOGGER, true],
  ['SUBSCRIPTIONS/x', true],
  [' //subscriptions\\x', true],
  ['/subscriptions', false],
  ['/loggers/subscriptions/x', false],
  ['see /subscriptions/x', false],
])('%j starts like a full id: %s', (text, expected) => {
  expect(startsLikeFullId(text)).toBe(expected);
});

import { expect, it } from 'vitest';
import type * as z from 'zod';
import {
  diagnosticName,
  entityName,
  guid,
  managementWord,
  pathValue,
  resourceGroupName,
  resourceName,
  serviceName,
  streamingResourceGroupName,
  subscriptionUuid,
} from '../../../lib/contracts/path-values.ts';
import { isResourceId, startsLikeFullId, toFullPath } from '../../../lib/contracts/resource-id.ts';
import { expectSplit } from '../../support/split.ts';
import { failuresOf } from './support.ts';

const GUID = '3FA85F64-5717-4562-B3FC-2C963F66AFA6';
const GUIDS = ['00000000-0000-0000-0000-000000000000', GUID];
const NO_GUIDS = ['', 'subscriptionId', `${GUID}\n`, ` ${GUID}`];
/** Of business data, but no ids. */
const KEYS = ["'x'", "name='a'", '1', '$count', '*', `${GUID},1`, '0)/customers(1'];
const ARM_LETTERS = 'must contain only letters, digits and - _ .';
const UNWANTED = ['*', '#', '&', '+', ':', '<', '>', '?'];
const NO_NAMES = [...UNWANTED, ...UNWANTED.map((character) => `a${character}b`)];
const NAMES = ['a name', 'a-1_(b)', 'ü'];
const upTo = (most: number): [string[], string[], string] => [
  ['n', 'n'.repeat(most)],
  ['', 'n'.repeat(most + 1)],
  `must have 1 to ${most} characters`,
];

it.each<[rules: string, schema: z.ZodType, accepted: readonly string[], refused: readonly string[], message: string]>([
  ['a subscription (S1-58)', subscriptionUuid, GUIDS, NO_GUIDS, 'must be a GUID'],
  // Also C-27.
  ['an id of business data (S3-22, S3-25, A36)', guid, GUIDS, [...NO_GUIDS, ...KEYS], 'must be a GUID'],
  ['a resource group (S1-59)', resourceGroupName, ...upTo(90)],
  [
    "a resource group has the management API's characters, in every script (C-12)",
    resourceGroupName,
    ['rg-prod', 'RG_1.(west)', 'größe', '商店', '-', '.'],
    ['rg;x=1', 'a b', ...Array.from("/+:*,%'[\\^`{~=@", (character) => `a${character}b`)],
    `${ARM_LETTERS} ( )`,
  ],
  [
    'a resource (C-12, S2-74)',
    resourceName,
    ['vm-1', 'my db', 'größe', "a'b", 'a+b'],
    ['db;x=1', 'a<b', 'a>', 'a*', 'a&b', 'a:b'],
    'must not contain < > * & : or a semicolon',
  ],
  ['a resource', resourceName, [], [''], 'must not be empty'],
  [
    'a provider, a type or a subscription (C-12, S2-76)',
    managementWord,
    ['Vendor.Compute', '84codes.CloudAMQP', 'virtualMachines', ...GUIDS],
    ['Vendor.Compute;x', 'a b', 'a+b', 'é', 'a\n', 'a/b'],
    ARM_LETTERS,
  ],
  ['a provider', managementWord, [], [''], 'must not be empty'],
  ['a resource group of a job (S2-75)', streamingResourceGroupName, ...upTo(90)],
  [
    'a resource group of a job follows the pattern, with its doubled backslashes undone (S2-75)',
    streamingResourceGroupName,
    ['rg-prod', 'RG_1.(west)', 'w', '-', '.'],
    ['w\\', 'a b', 'a/b', 'é', 'a\n'],
    'must match ^[-\\w._()]+$',
  ],
  ['a service (S1-60)', serviceName, ...upTo(50)],
  [
    'a service starts with a letter and does not end with a hyphen (S1-60)',
    serviceName,
    ['a', 'a1', 'A-b-9'],
    ['1a', '-a', 'a-', 'a_b', 'a.b', 'ä', 'a\n'],
    'must match ^[a-zA-Z](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?$',
  ],
  ['an authorization or its provider (S1-61)', entityName, ...upTo(256)],
  ['code points count (S1-61)', entityName, ['🚧'.repeat(256)], ['🚧'.repeat(257)], 'must have 1 to 256 characters'],
  ['an authorization or its provider (S1-61)', entityName, NAMES, NO_NAMES, 'must match ^[^*#&+:<>?]+$'],
  ['a diagnostic (S1-14)', diagnosticName, ...upTo(80)],
  ['a diagnostic (S1-14)', diagnosticName, NAMES, NO_NAMES, 'must match ^[^*#&+:<>?]+$'],
  ['any other path value', pathValue, ['session;x=1', 'Vendor.Compute'], [''], 'must not be empty'],
])('%s', (_, schema, accepted, refused, message) => {
  for (const value of accepted) expect(failuresOf(schema, value)).toEqual([]);
  for (const value of refused) expect(failuresOf(schema, value), value).toContain(message);
});

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

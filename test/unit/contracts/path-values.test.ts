import { describe, expect, it } from 'vitest';
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
import { failuresOf } from './support.ts';

const NAME_MESSAGE = 'must match ^[^*#&+:<>?]+$';

function expectValues(schema: z.ZodType, accepted: readonly string[], refused: readonly string[], message: string) {
  for (const value of accepted) expect(failuresOf(schema, value)).toEqual([]);
  for (const value of refused) expect(failuresOf(schema, value)).toContain(message);
}

describe('path values', () => {
  it.each([
    ['S1-58 subscriptionId is a uuid', subscriptionUuid],
    ['S3-22, S3-25 ids of the business data are GUIDs', guid],
  ])('%s', (_, schema) => {
    const accepted = ['00000000-0000-0000-0000-000000000000', '3FA85F64-5717-4562-B3FC-2C963F66AFA6'];
    expectValues(schema, accepted, ['', 'subscriptionId', `${accepted[0]}\n`, ` ${accepted[0]}`], 'must be a GUID');
  });

  it('S1-59 a resource group name has 1 to 90 characters', () => {
    expectValues(resourceGroupName, ['g', 'g'.repeat(90)], ['', 'g'.repeat(91)], 'must have 1 to 90 characters');
  });

  it("C-12 a resource group name has the management API's characters, in every script", () => {
    const accepted = ['rg-prod', 'RG_1.(west)', 'größe', '商店', '-', '.'];
    const refused = [
      'rg;x=1',
      'a b',
      'a/b',
      'a+b',
      'a:b',
      '*',
      'a,b',
      'a%',
      "a'b",
      'a[',
      'a\\b',
      'a^',
      'a`',
      'a{',
      'a~',
      'a=',
      'a@',
    ];
    expectValues(resourceGroupName, accepted, refused, 'must contain only letters, digits and - _ . ( )');
  });

  it("C-12, S2-74 a resource's name has none of the characters that no name in the management API has", () => {
    const refused = ['db;x=1', 'a<b', 'a>', 'a*', 'a&b', 'a:b'];
    expectValues(
      resourceName,
      ['vm-1', 'my db', 'größe', "a'b", 'a+b'],
      refused,
      'must not contain < > * & : or a semicolon',
    );
    expectValues(resourceName, [], [''], 'must not be empty');
  });

  it('C-12, S2-76 a provider, a type and a subscription have letters, digits and - _ .', () => {
    const accepted = ['Vendor.Compute', '84codes.CloudAMQP', 'virtualMachines', '00000000-0000-0000-0000-000000000000'];
    const refused = ['Vendor.Compute;x', 'a b', 'a+b', 'é', 'a\n', 'a/b'];
    expectValues(managementWord, accepted, refused, 'must contain only letters, digits and - _ .');
    expectValues(managementWord, [], [''], 'must not be empty');
  });

  it('S2-75 a resource group name has 1 to 90 characters', () => {
    expectValues(
      streamingResourceGroupName,
      ['g', 'g'.repeat(90)],
      ['', 'g'.repeat(91)],
      'must have 1 to 90 characters',
    );
  });

  it('S2-75 a resource group name follows the pattern, with its doubled backslashes undone', () => {
    const accepted = ['rg-prod', 'RG_1.(west)', 'w', '-', '.'];
    expectValues(streamingResourceGroupName, accepted, ['w\\', 'a b', 'a/b', 'é', 'a\n'], 'must match ^[-\\w._()]+$');
  });

  it('S1-60 a service name has 1 to 50 characters', () => {
    expectValues(serviceName, ['a', 'a'.repeat(50)], ['', 'a'.repeat(51)], 'must have 1 to 50 characters');
  });

  it('S1-60 a service name starts with a letter, has letters, digits and hyphens, and does not end with a hyphen', () => {
    const refused = ['1a', '-a', 'a-', 'a_b', 'a.b', 'ä', 'a\n'];
    expectValues(serviceName, ['a', 'a1', 'A-b-9'], refused, 'must match ^[a-zA-Z](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?$');
  });

  it.each([
    ['S1-61 authorizationId and authorizationProviderId have 1 to 256 characters', entityName, 256],
    ['S1-14 a diagnostic name has 1 to 80 characters', diagnosticName, 80],
  ])('%s', (_, schema, most) => {
    const refused = ['', 'n'.repeat(most + 1)];
    expectValues(schema, ['n', 'n'.repeat(most), '🚧'.repeat(most)], refused, `must have 1 to ${most} characters`);
  });

  it.each(['*', '#', '&', '+', ':', '<', '>', '?'])('S1-14, S1-61 the names must not hold %s', (character) => {
    for (const schema of [entityName, diagnosticName]) {
      expectValues(schema, ['a name', 'a-1_(b)', 'ü'], [`a${character}b`, character], NAME_MESSAGE);
    }
  });

  it('any other path value is not empty', () => {
    expectValues(pathValue, ['session;x=1', 'Vendor.Compute'], [''], 'must not be empty');
  });
});

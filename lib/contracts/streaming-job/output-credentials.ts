/** The credentials that an output needs unless the job signs in to it with its managed identity. Source: docs/specification.md#output. */
import type * as z from 'zod';
import { isJsonObject, type JsonObject } from '../json-object.ts';
import { isGiven, isValue, type MemberRule, memberRule } from '../schema/rules.ts';
import type { StreamingNames } from './shared.ts';

const RULE = 'is required unless authenticationMode is Msi';

/** Describes a member that the default mode needs; credentialRules checks it. */
export function credential(schema: z.ZodString, hint = ''): z.ZodString {
  return schema.meta({ ...schema.meta(), description: `${hint} Required unless authenticationMode is Msi.`.trim() });
}

/** Returns the rules of an output. One that a read returned has an id: its secrets may be absent, as responses omit them. */
export function credentialRules({ namespace, dashboard }: StreamingNames): readonly MemberRule[] {
  const byKind = new Map([
    [`${namespace}.Sql/Server/Database`, ['user', 'password']],
    [`${namespace}.Sql/Server/DataWarehouse`, ['user', 'password']],
    [`${namespace}.ServiceBus/Queue`, ['sharedAccessPolicyName', 'sharedAccessPolicyKey']],
    [`${namespace}.ServiceBus/Topic`, ['sharedAccessPolicyName', 'sharedAccessPolicyKey']],
    [`${namespace}.DataLake/Accounts`, ['refreshToken']],
    [`${namespace}.Storage/Table`, ['accountKey']],
    [dashboard, ['refreshToken']],
  ]);
  return [...new Set([...byKind.values()].flat())].map((name) =>
    memberRule(['properties', 'datasource', 'properties', name], RULE, (output) => {
      const { type, properties } = readDatasource(output);
      if (!isJsonObject(properties) || !byKind.get(String(type))?.includes(name)) return true;
      if (isGiven(properties[name]) || isValue(properties['authenticationMode'], 'Msi')) return true;
      return isGiven(output['id']) && !NO_SECRETS.has(name);
    }),
  );
}

/** Credentials that responses do not omit. */
const NO_SECRETS = new Set(['user', 'sharedAccessPolicyName']);

function readDatasource({ properties }: JsonObject): JsonObject {
  const datasource = isJsonObject(properties) ? properties['datasource'] : undefined;
  return isJsonObject(datasource) ? datasource : {};
}

/** What inputs, outputs, functions and the transformation of a streaming job have in common. Source: S2-25, S2-26. */
import * as z from 'zod';
import { openList, writeOnly } from '../schema/annotations.ts';
import type { OpenObject } from '../schema/resource.ts';
import {
  change,
  type Definition,
  discriminator,
  inline,
  isRequiredInRequest,
  kinds,
  type Member,
  type Members,
  object,
  readOnly,
  requiredInRequest,
} from '../schema/resource.ts';

/** What differs between the clouds in the contract of a streaming job. */
export interface StreamingNames {
  /** In front of the kinds' names: `Vendor.Storage/Blob`. */
  readonly namespace: 'Vendor' | 'Microsoft';
  /** Kind of the function-app output. */
  readonly functionApp: string;
  /** Kind of the dashboard output. */
  readonly dashboard: string;
  /** Whether inputs and outputs must specify the serialization of their data. */
  readonly serializationRequired: boolean;
}

/** Identity of a nested resource: the caller sets only its name. */
export const nested = {
  id: readOnly(z.string().describe('Resource id.')),
  name: requiredInRequest(z.string().min(1).describe('Resource name.')),
  type: readOnly(z.string().describe('Resource type.')),
} satisfies Members;

/** The specification does not show the members; these are publicly known. */
export function diagnostics(): Definition {
  const condition = inline({ since: z.string(), code: z.string(), message: z.string() });
  return inline({ conditions: change(condition, z.array) });
}

/** How the data of an input or an output is serialized. Source: docs/specification.md#input. */
export function serialization(): Definition {
  const encoding = openList(['UTF8'], 'Encoding of input data or of written output data.');
  // The specification's spelling and the live cloud's.
  const format = z
    .enum(['lineSeparated', 'array', 'LineSeparated', 'Array'])
    .describe('One JSON object per line, or an array of objects.');
  return kinds('type', [
    object('AvroSerialization', { type: discriminator('Avro') }),
    object('ParquetSerialization', { type: discriminator('Parquet') }),
    object('CsvSerialization', {
      type: discriminator('Csv'),
      properties: inline({ fieldDelimiter: z.string(), encoding }),
    }),
    object('JsonSerialization', { type: discriminator('Json'), properties: inline({ encoding, format }) }),
  ]);
}

const AUTHENTICATION_MODES = ['Msi', 'UserToken', 'ConnectionString'] as const;

/** How a data source that the specification describes is signed in to. Source: S2-38. */
export const authenticationMode = z.enum(AUTHENTICATION_MODES).meta({ default: 'ConnectionString' });

/** The same for data sources whose members the specification does not show. */
const openAuthenticationMode = openList(AUTHENTICATION_MODES);

/** A secret of any data source. */
export const secretText = writeOnly(z.string());

/** A kind of data source; its `properties` are required if one of them is. */
export function dataSource(id: string, kind: string, members: Members): Definition<OpenObject> {
  const properties = inline(members);
  const isRequired = Object.values(members).some(isRequiredInRequest);
  return object(id, { type: discriminator(kind), properties: isRequired ? requiredInRequest(properties) : properties });
}

/** Members of the blob data sources; the specification shows the first three, the others are publicly known. */
export function blobMembers(): Members {
  const storageAccount = inline({ accountName: z.string(), accountKey: secretText });
  return {
    storageAccounts: change(storageAccount, z.array),
    container: z.string(),
    pathPattern: z.string(),
    dateFormat: z.string(),
    timeFormat: z.string(),
    authenticationMode: openAuthenticationMode,
  };
}

/** Publicly known members of the event-hub data sources. */
export const eventHubMembers = {
  serviceBusNamespace: z.string(),
  sharedAccessPolicyName: z.string(),
  sharedAccessPolicyKey: secretText,
  authenticationMode: openAuthenticationMode,
  eventHubName: z.string(),
} satisfies Members;

/** Marks all members as required in requests. */
export function requireAll(members: Readonly<Record<string, z.ZodType>>): Readonly<Record<string, Member>> {
  return Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, requiredInRequest(schema)]));
}

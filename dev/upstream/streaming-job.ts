/** Turns a submitted streaming job into the stored one: fills server-set members and defaults, omits secrets (docs/specification.md#streaming-job). */
import { randomUUID } from 'node:crypto';
import { asArray, asObject, isGiven, isObject, type Json, type JsonObject } from './json.ts';
import type { ProfileNames } from './profiles.ts';

/** Members that a replaced job keeps. */
export interface Identity {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly jobId: string;
  readonly createdDate: string;
  readonly jobState: string;
}

type NewIdentity = Pick<Identity, 'id' | 'name' | 'type'> & Partial<Identity>;

/** Returns the job as it is stored and returned. For a new job, `identity` has no jobId, createdDate and jobState. */
export function toStoredJob(body: JsonObject, identity: NewIdentity, etag: string, names: ProfileNames): JsonObject {
  const { id, name, type, jobId = randomUUID(), createdDate = new Date().toISOString() } = identity;
  const { jobState = 'Created' } = identity;
  const submitted = asObject(body['properties']);
  const nest = (collection: string, complete: (properties: JsonObject) => JsonObject) =>
    asArray(submitted[collection]).map((part) =>
      toNested(asObject(part), `${id}/${collection}`, `${type}/${collection}`, complete),
    );
  const { transformation } = submitted;

  const properties = {
    ...(names.profile === 'microsoft' ? liveNulls : {}),
    ...fill(toJobDefaults(names), submitted),
    jobId,
    createdDate,
    provisioningState: 'Succeeded',
    jobState,
    lastOutputEventTime: null,
    etag,
    inputs: nest('inputs', (input) => input),
    outputs: nest('outputs', fillDatasource(toDatasourceDefaults(names))),
    functions: nest('functions', fillBinding(names)),
    transformation: isObject(transformation)
      ? toNested(transformation, `${id}/transformations`, `${type}/transformations`, fillTransformation)
      : undefined,
  };
  const { location, ...rest } = body;
  return {
    ...rest,
    id,
    name,
    type,
    location: toDisplayName(location, names),
    properties: omitSecrets(properties, names) as JsonObject,
  };
}

/** Defaults of a job (S2-14, S2-15); the late-arrival default of the live service differs. */
function toJobDefaults({ profile }: ProfileNames): JsonObject {
  return {
    outputErrorPolicy: 'Stop',
    eventsOutOfOrderMaxDelayInSeconds: 0,
    eventsLateArrivalMaxDelayInSeconds: profile === 'vendor' ? -1 : 5,
    dataLocale: 'en-US',
    compatibilityLevel: '1.0',
  };
}

/** Fills in the defaults of members that are absent or null. */
function fill(defaults: JsonObject, given: JsonObject): JsonObject {
  const kept = Object.entries(given).filter(([name, value]) => isGiven(value) || !(name in defaults));
  return { ...defaults, ...Object.fromEntries(kept) };
}

/** Members that the live service returns as null. */
const liveNulls = { package: null, subnetResourceId: null, cluster: null, jobStorageAccount: null };

/** Nested parts get their own id, name, type and etag (S2-85). */
function toNested(
  part: JsonObject,
  parentId: string,
  type: string,
  complete: (properties: JsonObject) => JsonObject,
): JsonObject {
  const { properties } = part;
  const name = String(part['name']);
  return {
    ...part,
    id: `${parentId}/${name}`,
    name,
    type,
    ...(isObject(properties) && { properties: { ...complete(properties), etag: randomUUID() } }),
  };
}

/** Defaults by data source type (S2-44, S2-45, S2-46, S2-52). */
function toDatasourceDefaults({
  namespace,
  functionAppOutput,
  dashboardOutput,
}: ProfileNames): Readonly<Record<string, JsonObject>> {
  const authenticationMode = 'ConnectionString';
  return {
    [`${namespace}.DataLake/Accounts`]: { authenticationMode },
    [functionAppOutput]: { maxBatchCount: 100, maxBatchSize: 262_144 },
    [`${namespace}.Sql/Server/Database`]: { authenticationMode, maxBatchCount: 10_000 },
    [dashboardOutput]: { authenticationMode },
    [`${namespace}.ServiceBus/Queue`]: { authenticationMode },
    [`${namespace}.ServiceBus/Topic`]: { authenticationMode },
  };
}

function fillDatasource(defaults: Readonly<Record<string, JsonObject>>): (output: JsonObject) => JsonObject {
  return (output) => {
    const { datasource } = output;
    if (!isObject(datasource)) return output;
    const filled = fill(defaults[String(datasource['type'])] ?? {}, asObject(datasource['properties']));
    return { ...output, datasource: { ...datasource, properties: filled } };
  };
}

/** Fills the default batchSize (S2-61). A function's `properties` contain another `properties`. */
function fillBinding({ namespace }: ProfileNames): (definition: JsonObject) => JsonObject {
  return (definition) => {
    const inner = asObject(definition['properties']);
    const binding = asObject(inner['binding']);
    if (binding['type'] !== `${namespace}.MachineLearning/WebService`) return definition;
    const filled = { ...binding, properties: fill({ batchSize: 1000 }, asObject(binding['properties'])) };
    return { ...definition, properties: { ...inner, binding: filled } };
  };
}

/** Fills the default streamingUnits (S2-57). */
const fillTransformation = (properties: JsonObject): JsonObject => fill({ streamingUnits: 3 }, properties);

/** Secrets of outputs (S2-54) and functions. */
const secretNames = ['accountKey', 'password', 'sharedAccessPolicyKey', 'refreshToken', 'apiKey'];

/** Omits secrets at every depth; the live service returns an apiKey as null. */
function omitSecrets(value: Json | undefined, names: ProfileNames): Json | undefined {
  if (Array.isArray(value)) return value.map((each: Json) => omitSecrets(each, names) ?? null);
  if (!isObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, member]): [string, Json | undefined][] => {
    if (!secretNames.includes(name)) return [[name, omitSecrets(member, names)]];
    return name === 'apiKey' && names.profile === 'microsoft' ? [[name, null]] : [];
  });
  return Object.fromEntries(members);
}

/** The live service returns the location's display name. */
function toDisplayName(location: Json | undefined, { profile }: ProfileNames): Json | undefined {
  const displayed: Readonly<Record<string, string>> = { westus: 'West US', westeurope: 'West Europe' };
  return profile === 'microsoft' ? (displayed[String(location)] ?? location) : location;
}

/** What the service makes of a streaming job it is given: server-set members and defaults filled, secrets left out (spec 2). */
import { randomUUID } from 'node:crypto';
import { asArray, asObject, isObject, type Json, type JsonObject } from './json.ts';
import type { Names } from './names.ts';

/** What a replaced job keeps. */
export interface Identity {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly jobId: string;
  readonly createdDate: string;
}

type NewIdentity = Omit<Identity, 'jobId' | 'createdDate'> & Partial<Identity>;

/** Answers the job as it is stored and answered; `identity` without jobId and createdDate is a new job's. */
export function toStoredJob(body: JsonObject, identity: NewIdentity, etag: string, names: Names): JsonObject {
  const { id, name, type, jobId = randomUUID(), createdDate = new Date().toISOString() } = identity;
  const given = asObject(body['properties']);
  const fill = fillDatasource(toDatasourceDefaults(names));
  const nest = (collection: string, complete: (properties: JsonObject) => JsonObject) =>
    asArray(given[collection]).map((part) =>
      toNested(asObject(part), `${id}/${collection}`, `${type}/${collection}`, complete),
    );
  const { transformation } = given;

  const properties = {
    ...(names.profile === 'microsoft' ? liveNulls : {}),
    ...toJobDefaults(names),
    ...given,
    jobId,
    createdDate,
    provisioningState: 'Succeeded',
    jobState: 'Created',
    lastOutputEventTime: null,
    etag,
    inputs: nest('inputs', (input) => input),
    outputs: nest('outputs', fill),
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
    location: toDisplayed(location, names),
    properties: omitSecrets(properties, names) as JsonObject,
  };
}

/** Spec 2, Streaming job, notes; the live service fills more (public-cloud 1.3, live behaviour). */
function toJobDefaults({ profile }: Names): JsonObject {
  return {
    outputErrorPolicy: 'Stop',
    eventsOutOfOrderMaxDelayInSeconds: 0,
    eventsLateArrivalMaxDelayInSeconds: profile === 'vendor' ? -1 : 5,
    dataLocale: 'en-US',
    compatibilityLevel: '1.0',
  };
}

/** Members that live answers carry as null (public-cloud 1.3, live behaviour). */
const liveNulls = { package: null, subnetResourceId: null, cluster: null, jobStorageAccount: null };

/** Spec 2, Endpoints, response body behaviour: nested parts have an id, a name, a type and an etag of their own. */
function toNested(
  part: JsonObject,
  parentId: string,
  type: string,
  complete: (properties: JsonObject) => JsonObject,
): JsonObject {
  const name = String(part['name']);
  return {
    ...part,
    id: `${parentId}/${name}`,
    name,
    type,
    properties: { ...complete(asObject(part['properties'])), etag: randomUUID() },
  };
}

/** Spec 2, Output, defaults by the data source's type. */
function toDatasourceDefaults({
  namespace,
  functionAppOutput,
  dashboardOutput,
}: Names): Readonly<Record<string, JsonObject>> {
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
    const filled = { ...defaults[String(datasource['type'])], ...asObject(datasource['properties']) };
    return { ...output, datasource: { ...datasource, properties: filled } };
  };
}

/** Spec 2, Function, batchSize. On the wire a function's properties hold properties (public-cloud 1.3, function nesting). */
function fillBinding({ namespace }: Names): (definition: JsonObject) => JsonObject {
  return (definition) => {
    const inner = asObject(definition['properties']);
    const binding = asObject(inner['binding']);
    if (binding['type'] !== `${namespace}.MachineLearning/WebService`) return definition;
    const filled = { ...binding, properties: { batchSize: 1000, ...asObject(binding['properties']) } };
    return { ...definition, properties: { ...inner, binding: filled } };
  };
}

/** Spec 2, Transformation, streamingUnits. */
const fillTransformation = (properties: JsonObject): JsonObject => ({ streamingUnits: 3, ...properties });

/** Spec 2, Output, secrets. */
const secretNames = ['accountKey', 'password', 'sharedAccessPolicyKey', 'refreshToken', 'apiKey'];

/** Leaves secrets out at every depth; the live service answers an api key as null (public-cloud 2, line 6). */
function omitSecrets(value: Json | undefined, names: Names): Json | undefined {
  if (Array.isArray(value)) return value.map((each: Json) => omitSecrets(each, names) ?? null);
  if (!isObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, member]): [string, Json | undefined][] => {
    if (!secretNames.includes(name)) return [[name, omitSecrets(member, names)]];
    return name === 'apiKey' && names.profile === 'microsoft' ? [[name, null]] : [];
  });
  return Object.fromEntries(members);
}

/** The live service answers a location as it is displayed (public-cloud 1.3, live behaviour). */
function toDisplayed(location: Json | undefined, { profile }: Names): Json | undefined {
  const displayed: Readonly<Record<string, string>> = { westus: 'West US', westeurope: 'West Europe' };
  return profile === 'microsoft' ? (displayed[String(location)] ?? location) : location;
}

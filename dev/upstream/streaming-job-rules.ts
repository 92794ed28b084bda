/** Validation of streaming jobs (docs/specification.md#streaming-job). */
import type { Detail } from './failures.ts';
import { asArray, asObject, isGiven, type Json, type JsonObject } from './json.ts';
import type { ProfileNames } from './profiles.ts';

/** Returns what is invalid in a submitted job; `current` is the stored one, whose secrets stay where the submitted are absent. */
export function findInvalidMembers(body: JsonObject, names: ProfileNames, current: JsonObject = {}): Detail[] {
  const properties = asObject(body['properties']);
  return [
    ...findInvalidJobMembers(properties),
    ...['inputs', 'outputs', 'functions'].flatMap((collection) => findMissingNames(properties, collection)),
    ...findInvalidTransformation(properties['transformation']),
    ...findMissingCredentials(properties, asObject(current['properties']), names),
    // Required by the specification's text; the live service accepts jobs without it.
    ...(names.profile === 'vendor' ? findMissingDataParts(properties) : []),
  ];
}

function findInvalidJobMembers(properties: JsonObject): Detail[] {
  const delay = Number(properties['eventsLateArrivalMaxDelayInSeconds'] ?? -1);
  const isCustomTime = properties['outputStartMode'] === 'CustomTime';
  const isOwnStorage = properties['contentStoragePolicy'] === 'JobStorageAccount';
  return [
    ...check(asObject(properties['sku'])['name'] === 'Standard', 'properties.sku.name', "must be 'Standard'"),
    ...check(delay >= -1 && delay <= 1_814_399, 'properties.eventsLateArrivalMaxDelayInSeconds', 'is out of range'),
    ...check(!isCustomTime || properties['outputStartTime'], 'properties.outputStartTime', 'is missing'),
    ...check(!isOwnStorage || properties['jobStorageAccount'], 'properties.jobStorageAccount', 'is missing'),
  ];
}

/** Each input, output and function needs a name on PUT (S2-25). */
function findMissingNames(properties: JsonObject, collection: string): Detail[] {
  return asArray(properties[collection]).flatMap((part, index) =>
    check(asObject(part)['name'], `properties.${collection}[${index}].name`, 'is missing'),
  );
}

/** Name and query are required on PUT (S2-26, S2-56). */
function findInvalidTransformation(transformation: Json | undefined): Detail[] {
  if (transformation === undefined || transformation === null) return [];
  const { name, properties } = asObject(transformation);
  return [
    ...check(name, 'properties.transformation.name', 'is missing'),
    ...check(asObject(properties)['query'], 'properties.transformation.properties.query', 'is missing'),
  ];
}

/** Serialization (S2-30) and an output's data source (S2-40) are required on PUT. */
function findMissingDataParts(properties: JsonObject): Detail[] {
  const findIn = (collection: string, member: string) =>
    asArray(properties[collection]).flatMap((part, index) =>
      check(
        asObject(asObject(part)['properties'])[member],
        `properties.${collection}[${index}].properties.${member}`,
        'is missing',
      ),
    );
  return [
    ...findIn('inputs', 'serialization'),
    ...findIn('outputs', 'serialization'),
    ...findIn('outputs', 'datasource'),
  ];
}

/** An output without managed identity needs its credentials (docs/specification.md#streaming-job). */
function findMissingCredentials(properties: JsonObject, current: JsonObject, names: ProfileNames): Detail[] {
  const stored = asArray(current['outputs']).map(asObject);
  return asArray(properties['outputs']).flatMap((part, index) => {
    const { name, properties: output } = asObject(part);
    const { type, properties: members } = asObject(asObject(output)['datasource']);
    const given = asObject(members);
    const isStored = stored.some((each) => each['name'] === name && toSourceType(each) === type);
    if (given['authenticationMode'] === 'Msi') return [];
    return toCredentials(String(type), names)
      .filter((credential) => !isStored || credential === 'user' || credential === 'sharedAccessPolicyName')
      .flatMap((credential) =>
        check(
          isGiven(given[credential]),
          `properties.outputs[${index}].properties.datasource.properties.${credential}`,
          'is missing',
        ),
      );
  });
}

function toSourceType(output: JsonObject): Json | undefined {
  return asObject(asObject(output['properties'])['datasource'])['type'];
}

function toCredentials(type: string, { namespace, dashboardOutput }: ProfileNames): readonly string[] {
  if (type === dashboardOutput || type === `${namespace}.DataLake/Accounts`) return ['refreshToken'];
  if (type === `${namespace}.Storage/Table`) return ['accountKey'];
  if (type.startsWith(`${namespace}.Sql/Server/`)) return ['user', 'password'];
  const isQueue = type === `${namespace}.ServiceBus/Queue` || type === `${namespace}.ServiceBus/Topic`;
  return isQueue ? ['sharedAccessPolicyName', 'sharedAccessPolicyKey'] : [];
}

function check(isValid: unknown, target: string, message: string): Detail[] {
  return isValid ? [] : [{ code: 'ValidationError', target, message: `The property '${target}' ${message}.` }];
}

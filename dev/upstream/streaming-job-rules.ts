/** Validation of streaming jobs (S2-03 to S2-27). */
import type { Detail } from './failures.ts';
import { asArray, asObject, type Json, type JsonObject } from './json.ts';
import type { ProfileNames } from './profiles.ts';

export function findInvalidMembers(body: JsonObject, names: ProfileNames): Detail[] {
  const properties = asObject(body['properties']);
  return [
    ...findInvalidJobMembers(properties),
    ...['inputs', 'outputs', 'functions'].flatMap((collection) => findMissingNames(properties, collection)),
    ...findInvalidTransformation(properties['transformation']),
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

function check(isValid: unknown, target: string, message: string): Detail[] {
  return isValid ? [] : [{ code: 'ValidationError', target, message: `The property '${target}' ${message}.` }];
}

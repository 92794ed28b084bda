/** What the live management API makes of the values of a request: listed ones in its own spelling, scalars in the type of their member. */
import { isObject, type Json, type JsonObject } from './json.ts';

/** Compared without regard to case; the lists are open, so other values stay as they are. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  authorizationType: ['OAuth2'],
  oauth2grantType: ['AuthorizationCode', 'ClientCredentials'],
  alwaysLog: ['allErrors'],
  samplingType: ['fixed'],
  httpCorrelationProtocol: ['Legacy', 'None', 'W3C'],
  verbosity: ['error', 'information', 'verbose'],
  jobType: ['Cloud', 'Edge'],
  contentStoragePolicy: ['JobStorageAccount', 'SystemAccount'],
  outputErrorPolicy: ['Stop', 'Drop'],
  outputStartMode: ['JobStartTime', 'CustomTime', 'LastOutputEventTime'],
  authenticationMode: ['Msi', 'UserToken', 'ConnectionString'],
  refreshType: ['Static', 'RefreshPeriodicallyWithFull', 'RefreshPeriodicallyWithDelta'],
};

const NUMBERS = new Set(
  (
    'percentage bytes eventsLateArrivalMaxDelayInSeconds eventsOutOfOrderMaxDelayInSeconds streamingUnits sizeWindow ' +
    'batchSize maxBatchCount maxBatchSize maxWriterCount mapTo capacity'
  ).split(' '),
);

const BOOLEANS = new Set('enableHttpCorrelationHeaders logClientIp metrics isConfigurationParameter'.split(' '));

/** Returns a request body with its values as the live service stores them. */
export function toStoredValues(body: JsonObject): JsonObject {
  return store(body, LISTS) as JsonObject;
}

function store(value: Json | undefined, lists: typeof LISTS): Json | undefined {
  if (Array.isArray(value)) return value.map((each: Json) => store(each, LISTS) ?? null);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    if (isObject(member) || Array.isArray(member))
      return [name, store(member, name === 'sku' ? { name: ['Standard', 'StandardV2'] } : LISTS)];
    return [name, convert(name, member, lists[name] ?? [])];
  });
  return Object.fromEntries(members);
}

function convert(name: string, value: Json | undefined, listed: readonly string[]): Json | undefined {
  if (typeof value === 'string') {
    if (NUMBERS.has(name) && value !== '' && Number.isFinite(Number(value))) return Number(value);
    if (BOOLEANS.has(name) && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true';
    return listed.find((each) => each.toLowerCase() === value.toLowerCase()) ?? value;
  }
  const isText = typeof value === 'number' ? !NUMBERS.has(name) : typeof value === 'boolean' && !BOOLEANS.has(name);
  return isText ? String(value) : value;
}

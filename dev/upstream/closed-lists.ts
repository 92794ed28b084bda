/** Closed lists of the management API, which the live service compares without regard to case. */
import { isObject, type Json, type JsonObject } from './json.ts';

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

/** Returns a request body with its listed values as the live service writes them. */
export function toListedSpelling(body: JsonObject): JsonObject {
  return spell(body, LISTS) as JsonObject;
}

function spell(value: Json | undefined, lists: typeof LISTS): Json | undefined {
  if (Array.isArray(value)) return value.map((each: Json) => spell(each, LISTS) ?? null);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    if (typeof member === 'string') return [name, findSpelling(member, lists[name] ?? [])];
    return [name, spell(member, name === 'sku' ? { name: ['Standard'] } : LISTS)];
  });
  return Object.fromEntries(members);
}

function findSpelling(value: string, listed: readonly string[]): string {
  return listed.find((each) => each.toLowerCase() === value.toLowerCase()) ?? value;
}

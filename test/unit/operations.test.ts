import { describe, expect, it } from 'vitest';
import { listHealthEvents } from '../../functions/list-health-events.ts';
import { operations, selectOperations } from '../../functions/operations.ts';
import { type CompiledOperation, compileOperation, listNames, toQuotaKind } from '../../lib/compile-operation.ts';
import { editJson } from '../../lib/http/edit-json.ts';
import { PROFILES } from '../../lib/profiles.ts';
import { specified } from '../support/valid-requests.ts';

const group = '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers';
const resource = `${group}/{resourceProviderNamespace}`;

const provider = `${group}/Vendor.ApiManagement/service/{serviceName}`;
const authorizations = `${provider}/authorizationProviders/{authorizationProviderId}/authorizations`;
const authorization = `${authorizations}/{authorizationId}`;
const diagnostics = `${provider}/apis/{apiId}/diagnostics`;
// The specification writes this one in lower case.
const jobs = `${group.replace('resourceGroups', 'resourcegroups')}/Vendor.StreamAnalytics/streamingjobs`;
const subscriptionJobs = '/subscriptions/{subscriptionId}/providers/Vendor.StreamAnalytics/streamingjobs';
const events = '/providers/Vendor.ResourceHealth/events';
const detail =
  '/subscriptions/{subscriptionId}/providers/Vendor.ResourceHealth/events/{eventTrackingId}/fetchEventDetails';
const solution = '/solutions/backupRestore';
const sessions = `${solution}/restoreSessions`;
const company = '/companies({companyId})';
const ofCompany = '/companies/{companyId}';

type Expected = readonly [name: string, method: string, path: string, role: string, resource?: string];

/**
 * The specification's paths word for word, and the roles of docs/architecture.md (Access and errors). The resource is what the grants of the
 * access policy speak of: the path itself where there is none.
 */
const EXPECTED: readonly Expected[] = [
  ['createOrUpdateAuthorization', 'PUT', authorization, 'Authorizations.Write'],
  ['getAuthorization', 'GET', authorization, 'Authorizations.Read'],
  ['deleteAuthorization', 'DELETE', authorization, 'Authorizations.Write'],
  ['listAuthorizations', 'GET', authorizations, 'Authorizations.Read'],
  ['getAuthorizationLoginLinks', 'POST', `${authorization}/getLoginLinks`, 'Authorizations.Write'],
  ['confirmAuthorizationConsentCode', 'POST', `${authorization}/confirmConsentCode`, 'Authorizations.Write'],
  ['createOrUpdateApiDiagnostic', 'PUT', `${diagnostics}/{diagnosticId}`, 'ApiDiagnostics.Write'],
  ['updateApiDiagnostic', 'PATCH', `${diagnostics}/{diagnosticId}`, 'ApiDiagnostics.Write'],
  ['getApiDiagnostic', 'GET', `${diagnostics}/{diagnosticId}`, 'ApiDiagnostics.Read'],
  ['deleteApiDiagnostic', 'DELETE', `${diagnostics}/{diagnosticId}`, 'ApiDiagnostics.Write'],
  ['listApiDiagnostics', 'GET', diagnostics, 'ApiDiagnostics.Read'],
  ['listHealthEvents', 'GET', `${resource}/{resourceType}/{resourceName}${events}`, 'HealthEvents.Read'],
  [
    'listNestedHealthEvents',
    'GET',
    `${resource}/{parentType}/{parentName}/{resourceType}/{resourceName}${events}`,
    'HealthEvents.Read',
  ],
  ['listSubscriptionHealthEvents', 'GET', `/subscriptions/{subscriptionId}${events}`, 'HealthEvents.Read'],
  ['fetchHealthEventDetails', 'POST', detail, 'HealthEvents.ReadSensitive'],
  ['createOrReplaceStreamingJob', 'PUT', `${jobs}/{jobName}`, 'StreamingJobs.Write'],
  ['updateStreamingJob', 'PATCH', `${jobs}/{jobName}`, 'StreamingJobs.Write'],
  ['getStreamingJob', 'GET', `${jobs}/{jobName}`, 'StreamingJobs.Read'],
  ['deleteStreamingJob', 'DELETE', `${jobs}/{jobName}`, 'StreamingJobs.Write'],
  ['listStreamingJobs', 'GET', jobs, 'StreamingJobs.Read'],
  ['listSubscriptionStreamingJobs', 'GET', subscriptionJobs, 'StreamingJobs.Read'],
  ['startStreamingJob', 'POST', `${jobs}/{jobName}/start`, 'StreamingJobs.Operate'],
  ['stopStreamingJob', 'POST', `${jobs}/{jobName}/stop`, 'StreamingJobs.Operate'],
  ['searchRestorePoints', 'POST', `${solution}/restorePoints/search`, 'RestorePoints.Search', solution],
  ['listRestoreSessions', 'GET', sessions, 'RestoreSessions.Read', solution],
  ['deleteRestoreSession', 'DELETE', `${sessions}/{restoreSessionBaseId}`, 'RestoreSessions.Delete', solution],
  ['getRestoreSession', 'GET', `${sessions}/{restoreSessionBaseId}`, 'RestoreSessions.Read', solution],
  [
    'authorizeModelCopy',
    'POST',
    '/vendor-docs/documentModels:authorizeCopy',
    'DocumentModels.AuthorizeCopy',
    '/documentModels',
  ],
  ['listCompanies', 'GET', '/companies', 'Companies.Read', '/companies'],
  ['listCustomers', 'GET', `${company}/customers`, 'Customers.Read', ofCompany],
  ['getCustomer', 'GET', `${company}/customers({customerId})`, 'Customers.Read', ofCompany],
  ['listItems', 'GET', `${company}/items`, 'Items.Read', ofCompany],
  ['getItem', 'GET', `${company}/items({itemId})`, 'Items.Read', ofCompany],
];

/** The path on the live cloud. */
function toLive(path: string): string {
  const live = path.replace('/Vendor.', '/Microsoft.').replace('/vendor-docs', '/documentintelligence');
  return live.replace(/^(?=\/solutions)/, '/v1.0').replace(/^(?=\/companies)/, '/v2.0');
}

const PROFILE_NAMES = ['vendor', 'microsoft'] as const;

const inProfile = (name: (typeof PROFILE_NAMES)[number]): CompiledOperation[] =>
  operations.map((operation) => compileOperation(operation, PROFILES[name]));

it('every specified operation is registered', () => {
  expect(specified.map(({ name }) => name)).toEqual(EXPECTED.map(([name]) => name));
});

describe.each(PROFILE_NAMES)('in the %s profile', (profile) => {
  it.each(inProfile(profile).filter(({ name }) => EXPECTED.some(([expected]) => expected === name)))(
    // Also S2-73, S3-35, S3-39, S3-42, S3-46, S3-48.
    '$name has its method, path, role and resource (S1-03, S1-57, S1-69)',
    (operation) => {
      const [, method, path, role, named] = EXPECTED.find(([name]) => name === operation.name) as Expected;
      const route = profile === 'vendor' ? path : toLive(path);
      expect(operation).toMatchObject({ method, route, resource: named ?? route, access: { role } });
    },
  );

  it.each(inProfile(profile))('$name is asked below the base address of its upstream (S1-01, S3-60)', (operation) => {
    const prefix = new Map<string, string>([
      ['backupRestore', '/v1.0'],
      ['businessData', '/v2.0'],
    ]).get(operation.upstream);
    expect((profile === 'microsoft' ? (prefix ?? '') : '') + operation.path).toBe(operation.route);
  });

  it.each(inProfile(profile))('$name declares the parameters of its path, each once, and no others', (operation) => {
    const inPath = Array.from(operation.path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
    expect(Object.keys(operation.request.params.shape).toSorted()).toEqual(inPath.toSorted());
    expect(new Set(inPath).size).toBe(inPath.length);
  });

  it('no two functions match the same method and path: the first in name order would win', () => {
    const clashes = inProfile(profile).flatMap((one, at, all) =>
      all.slice(at + 1).flatMap((other) => (doClash(one, other) ? [`${one.name} ${other.name}`] : [])),
    );
    expect(clashes).toEqual([]);
  });
});

/** Whether a path may match both templates. A segment's parameter takes one character at least. */
function doClash(one: CompiledOperation, other: CompiledOperation): boolean {
  const segments = one.route.split('/');
  const others = other.route.split('/');
  return (
    one.method === other.method &&
    segments.length === others.length &&
    segments.every((segment, at) => isMatch(segment, others[at] ?? '') || isMatch(others[at] ?? '', segment))
  );
}

/** Whether a segment's template takes what another looks like. */
function isMatch(template: string, segment: string): boolean {
  const pattern = template.replace(/[.()]/g, '\\$&').replace(/\{\w+\}/g, '.+');
  return new RegExp(`^${pattern}$`, 'i').test(segment);
}

it('what may be kept is what changes nothing: reads and the search (docs/architecture.md)', () => {
  const cached = specified.filter(({ cache }) => cache).map(({ name }) => name);
  expect(cached).toEqual([
    'listHealthEvents',
    'listNestedHealthEvents',
    'listSubscriptionHealthEvents',
    'searchRestorePoints',
  ]);
  for (const { cache, effect } of operations) if (cache) expect(effect).toBe('none');
});

/** What a definition's effect and method decide: whether it is a write, and as what it counts. */
const DECIDED: Readonly<Record<string, readonly [boolean, string]>> = {
  searchRestorePoints: [false, 'read'],
  // The management API counts by method.
  getAuthorizationLoginLinks: [false, 'write'],
  fetchHealthEventDetails: [false, 'write'],
};

it.each(inProfile('vendor'))(
  'P-03 $name: its effect decides whether it is repeated, and what it counts as',
  (operation) => {
    const { name, method, isWrite } = operation;
    const byMethod = method === 'GET' ? [false, 'read'] : [true, 'write'];
    expect([isWrite, toQuotaKind(operation)]).toEqual(DECIDED[name] ?? byMethod);
  },
);

it.each<[spelling: string, isCut: boolean]>([
  ['"isEventSensitive" : \n true', true],
  ['"isEventSensitiv\\u0065":true', true],
  ['"isEventSensitive":false,"isEventSensitive":true', true],
  ['"isEventSensitive":"false"', true],
  ['"isEventSensitive" : false', false],
  ['"isEventSensitive":\tnull', false],
  ['"isEventSensitive":true,"isEventSensitive":false', true],
])('texts of an event with %s are removed: %s (C-55)', (spelling, isCut) => {
  const { redactRules = {} } = compileOperation(listHealthEvents, PROFILES.vendor);
  const toText = (texts: string) => `{"value":[{"properties":{${spelling}${texts}}}]}`;
  const text = toText(',"summary":"canary"');
  expect(editJson(text, redactRules)).toBe(isCut ? toText('') : text);
});

it('the names of a request are those of its URL, its preconditions and its body, in lower case', () => {
  const names = (name: string) => {
    const [operation] = inProfile('vendor').filter((one) => one.name === name);
    return [...listNames(operation as CompiledOperation)];
  };
  const ofItem = ['companyid', 'itemid', 'api-version', 'if-match', 'body'];
  expect(names('getItem')).toEqual(expect.arrayContaining(ofItem));
  expect(names('getItem')).not.toContain('modelid');
  expect(names('authorizeModelCopy')).toEqual(expect.arrayContaining(['modelid', 'tags', 'description']));
});

it('OPERATIONS: by default every read and the specified writes are served (R-11)', () => {
  const names = selectOperations(['default']).map(({ name }) => name);
  const left = specified.map(({ name }) => name).filter((name) => !names.includes(name));
  expect(left).toEqual([
    'deleteAuthorization',
    'getAuthorizationLoginLinks',
    'confirmAuthorizationConsentCode',
    'updateApiDiagnostic',
    'deleteApiDiagnostic',
    'updateStreamingJob',
    'deleteStreamingJob',
    'startStreamingJob',
    'stopStreamingJob',
  ]);
});

it('OPERATIONS: names add operations or are all there is, and one that is unknown stops the start', () => {
  expect(selectOperations(['all'])).toEqual(operations);
  expect(selectOperations(['default', 'stopstreamingjob']).map(({ name }) => name)).toContain('stopStreamingJob');
  expect(selectOperations(['getitem']).map(({ name }) => name)).toEqual(['getItem']);
  expect(() => selectOperations(['getitem', 'startjob'])).toThrow(/OPERATIONS names no operation: startjob/);
});

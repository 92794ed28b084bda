import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { roles } from '../../dev/seed.ts';
import { listHealthEvents } from '../../functions/list-health-events.ts';
import { operations } from '../../functions/operations.ts';
import { type CompiledOperation, compileOperation, listNames } from '../../lib/compile-operation.ts';
import { annotatedPaths } from '../../lib/contracts/schema/annotations.ts';
import { editJson } from '../../lib/http/edit-json.ts';
import { PROFILES } from '../../lib/profiles.ts';

const group = '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers';
const resource = `${group}/{resourceProviderNamespace}`;

interface Expected {
  readonly method: string;
  readonly vendor: string;
  readonly microsoft: string;
  readonly role: string;
  /** What the access policy's grants speak of; the path itself where there is none. */
  readonly resource?: string;
}

const AUTHORIZATION: Expected = {
  method: 'PUT',
  vendor: `${group}/Vendor.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}`,
  microsoft: `${group}/Microsoft.ApiManagement/service/{serviceName}/authorizationProviders/{authorizationProviderId}/authorizations/{authorizationId}`,
  role: 'Authorizations.Write',
};

const DIAGNOSTIC: Expected = {
  method: 'PUT',
  vendor: `${group}/Vendor.ApiManagement/service/{serviceName}/apis/{apiId}/diagnostics/{diagnosticId}`,
  microsoft: `${group}/Microsoft.ApiManagement/service/{serviceName}/apis/{apiId}/diagnostics/{diagnosticId}`,
  role: 'ApiDiagnostics.Write',
};

const JOB: Expected = {
  method: 'PUT',
  vendor:
    '/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Vendor.StreamAnalytics/streamingjobs/{jobName}',
  microsoft:
    '/subscriptions/{subscriptionId}/resourcegroups/{resourceGroupName}/providers/Microsoft.StreamAnalytics/streamingjobs/{jobName}',
  role: 'StreamingJobs.Write',
};

const SESSIONS = '/solutions/backupRestore/restoreSessions';

const SESSION: Expected = {
  method: 'DELETE',
  vendor: '/solutions/backupRestore/restoreSessions/{restoreSessionBaseId}',
  microsoft: '/v1.0/solutions/backupRestore/restoreSessions/{restoreSessionBaseId}',
  role: 'RestoreSessions.Delete',
  resource: '/solutions/backupRestore',
};

/** Operations around a specified one: below its path, with its resource unless that is its path. */
function around(specified: Expected, method: string, role: string, below = ''): Expected {
  const { vendor, microsoft, resource: named } = specified;
  return { method, role, vendor: vendor + below, microsoft: microsoft + below, ...(named && { resource: named }) };
}

/** The list of a specified resource's kind, one segment above it. */
function above({ vendor, microsoft }: Expected, role: string): Expected {
  const cut = (path: string) => path.slice(0, path.lastIndexOf('/'));
  return { method: 'GET', role, vendor: cut(vendor), microsoft: cut(microsoft) };
}

/** The specification's paths word for word, the live cloud's, and the roles of docs/architecture.md (Access). */
const EXPECTED: Readonly<Record<string, Expected>> = {
  createOrUpdateAuthorization: AUTHORIZATION,
  getAuthorization: around(AUTHORIZATION, 'GET', 'Authorizations.Read'),
  deleteAuthorization: around(AUTHORIZATION, 'DELETE', 'Authorizations.Write'),
  listAuthorizations: above(AUTHORIZATION, 'Authorizations.Read'),
  getAuthorizationLoginLinks: around(AUTHORIZATION, 'POST', 'Authorizations.Write', '/getLoginLinks'),
  confirmAuthorizationConsentCode: around(AUTHORIZATION, 'POST', 'Authorizations.Write', '/confirmConsentCode'),
  createOrUpdateApiDiagnostic: DIAGNOSTIC,
  getApiDiagnostic: around(DIAGNOSTIC, 'GET', 'ApiDiagnostics.Read'),
  listApiDiagnostics: above(DIAGNOSTIC, 'ApiDiagnostics.Read'),
  listHealthEvents: {
    method: 'GET',
    vendor: `${resource}/{resourceType}/{resourceName}/providers/Vendor.ResourceHealth/events`,
    microsoft: `${resource}/{resourceType}/{resourceName}/providers/Microsoft.ResourceHealth/events`,
    role: 'HealthEvents.Read',
  },
  listNestedHealthEvents: {
    method: 'GET',
    vendor: `${resource}/{parentType}/{parentName}/{resourceType}/{resourceName}/providers/Vendor.ResourceHealth/events`,
    microsoft: `${resource}/{parentType}/{parentName}/{resourceType}/{resourceName}/providers/Microsoft.ResourceHealth/events`,
    role: 'HealthEvents.Read',
  },
  listSubscriptionHealthEvents: {
    method: 'GET',
    vendor: '/subscriptions/{subscriptionId}/providers/Vendor.ResourceHealth/events',
    microsoft: '/subscriptions/{subscriptionId}/providers/Microsoft.ResourceHealth/events',
    role: 'HealthEvents.Read',
  },
  fetchHealthEventDetails: {
    method: 'POST',
    vendor:
      '/subscriptions/{subscriptionId}/providers/Vendor.ResourceHealth/events/{eventTrackingId}/fetchEventDetails',
    microsoft:
      '/subscriptions/{subscriptionId}/providers/Microsoft.ResourceHealth/events/{eventTrackingId}/fetchEventDetails',
    role: 'HealthEvents.ReadSensitive',
  },
  createOrReplaceStreamingJob: JOB,
  getStreamingJob: around(JOB, 'GET', 'StreamingJobs.Read'),
  listStreamingJobs: above(JOB, 'StreamingJobs.Read'),
  startStreamingJob: around(JOB, 'POST', 'StreamingJobs.Operate', '/start'),
  stopStreamingJob: around(JOB, 'POST', 'StreamingJobs.Operate', '/stop'),
  searchRestorePoints: {
    method: 'POST',
    vendor: '/solutions/backupRestore/restorePoints/search',
    microsoft: '/v1.0/solutions/backupRestore/restorePoints/search',
    role: 'RestorePoints.Search',
    resource: '/solutions/backupRestore',
  },
  listRestoreSessions: around(
    { ...SESSION, vendor: SESSIONS, microsoft: `/v1.0${SESSIONS}` },
    'GET',
    'RestoreSessions.Read',
  ),
  deleteRestoreSession: SESSION,
  getRestoreSession: around(SESSION, 'GET', 'RestoreSessions.Read'),
  authorizeModelCopy: {
    method: 'POST',
    vendor: '/vendor-docs/documentModels:authorizeCopy',
    microsoft: '/documentintelligence/documentModels:authorizeCopy',
    role: 'DocumentModels.AuthorizeCopy',
    resource: '/documentModels',
  },
  listCompanies: {
    method: 'GET',
    vendor: '/companies',
    microsoft: '/v2.0/companies',
    role: 'Companies.Read',
    resource: '/companies',
  },
  listCustomers: {
    method: 'GET',
    vendor: '/companies({companyId})/customers',
    microsoft: '/v2.0/companies({companyId})/customers',
    role: 'Customers.Read',
    resource: '/companies/{companyId}',
  },
  getCustomer: {
    method: 'GET',
    vendor: '/companies({companyId})/customers({customerId})',
    microsoft: '/v2.0/companies({companyId})/customers({customerId})',
    role: 'Customers.Read',
    resource: '/companies/{companyId}',
  },
  listItems: {
    method: 'GET',
    vendor: '/companies({companyId})/items',
    microsoft: '/v2.0/companies({companyId})/items',
    role: 'Items.Read',
    resource: '/companies/{companyId}',
  },
  getItem: {
    method: 'GET',
    vendor: '/companies({companyId})/items({itemId})',
    microsoft: '/v2.0/companies({companyId})/items({itemId})',
    role: 'Items.Read',
    resource: '/companies/{companyId}',
  },
};

const PROFILE_NAMES = ['vendor', 'microsoft'] as const;

const inProfile = (name: (typeof PROFILE_NAMES)[number]): CompiledOperation[] =>
  operations.map((operation) => compileOperation(operation, PROFILES[name]));

it('every definition is registered, and nothing else', () => {
  expect(operations.map(({ name }) => name)).toEqual(Object.keys(EXPECTED));
  const others = ['index', 'operations', 'start-app'];
  const files = readdirSync('functions').map((file) => file.replace('.ts', ''));
  // The events of both nesting depths are one file.
  const named = operations.map(({ name }) =>
    name.replace('Nested', '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  );
  expect(files.toSorted()).toEqual([...new Set([...named, ...others])].toSorted());
});

it('names are unique and valid function names, without regard to case', () => {
  const names = operations.map(({ name }) => name.toLowerCase());
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) {
    expect(name).toMatch(/^[a-z][a-z0-9_-]{0,127}$/);
    expect(name).not.toBe('host');
  }
});

it('every role of docs/architecture.md (Access) is that of an operation', () => {
  const asked = new Set(operations.map(({ access }) => access.role));
  expect([...asked].toSorted()).toEqual([...roles].toSorted());
});

describe.each(PROFILE_NAMES)('in the %s profile', (profile) => {
  it.each(inProfile(profile))(
    'S1-03, S1-57, S1-69, S2-73, S3-35, S3-39, S3-42, S3-46, S3-48 $name has its method, path, role and resource',
    (operation) => {
      const expected = EXPECTED[operation.name] as Expected;
      expect(operation.method).toBe(expected.method);
      expect(operation.route).toBe(expected[profile]);
      expect(operation.access.role).toBe(expected.role);
      expect(operation.resource).toBe(expected.resource ?? expected[profile]);
    },
  );

  it.each(inProfile(profile))('S1-01, S3-60 $name is asked below the base address of its upstream', (operation) => {
    const prefix = { backupRestore: '/v1.0', businessData: '/v2.0', arm: '', documentModels: '' }[operation.upstream];
    expect((profile === 'microsoft' ? prefix : '') + operation.path).toBe(operation.route);
  });

  it.each(inProfile(profile))('$name declares the parameters of its path, each once, and no others', (operation) => {
    const inPath = Array.from(operation.path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
    expect(Object.keys(operation.request.params.shape).toSorted()).toEqual(inPath.toSorted());
    expect(new Set(inPath).size).toBe(inPath.length);
  });

  it('no path is one that the host keeps for itself', () => {
    for (const { route } of inProfile(profile)) {
      expect(route).toMatch(/^\/[^/]/);
      expect(route).not.toMatch(/^\/(?:admin|runtime)/i);
    }
  });

  it('no two functions match the same method and path: the first in name order would win', () => {
    const clashes = inProfile(profile).flatMap((one, at, all) =>
      all.slice(at + 1).flatMap((other) => (doClash(one, other) ? [`${one.name} ${other.name}`] : [])),
    );
    expect(clashes).toEqual([]);
  });

  it('a request that holds secrets has them withheld from answers (S1-08, S2-54)', () => {
    const withSecrets = inProfile(profile).filter(hasSecrets);
    expect(withSecrets.map(({ name }) => name)).toEqual([
      'createOrUpdateAuthorization',
      'confirmAuthorizationConsentCode',
      'createOrReplaceStreamingJob',
    ]);
    for (const { redactRules } of withSecrets) expect(redactRules).toBeDefined();
  });
});

function hasSecrets({ request: { body } }: CompiledOperation): boolean {
  return (
    body !== undefined && [...annotatedPaths(body, 'writeOnly'), ...annotatedPaths(body, 'x-secret-by-name')].length > 0
  );
}

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

it('a clash would be seen', () => {
  const [operation] = inProfile('vendor') as [CompiledOperation];
  const at = (route: string): CompiledOperation => ({ ...operation, route });
  expect(doClash(at('/a/{x}'), at('/A/b'))).toBe(true);
  expect(doClash(at('/a/{x}'), at('/{y}/b'))).toBe(true);
  expect(doClash(at('/a({x})'), at('/a({y})'))).toBe(true);
  expect(doClash(at('/a({x})'), at('/b({y})'))).toBe(false);
  expect(doClash(at('/a/{x}'), at('/a/{x}/b'))).toBe(false);
  expect(doClash(at('/a'), { ...at('/a'), method: 'GET' })).toBe(false);
});

it('what may be kept is what changes nothing: reads and the search (docs/architecture.md)', () => {
  const cached = operations.filter(({ cache }) => cache).map(({ name }) => name);
  expect(cached).toEqual([
    'listHealthEvents',
    'listNestedHealthEvents',
    'listSubscriptionHealthEvents',
    'searchRestorePoints',
  ]);
  for (const { cache, effect } of operations) if (cache) expect(effect).toBe('none');
});

/** What a definition's effect and method decide: [isWrite, quotaKind]. */
const DECIDED: Readonly<Record<string, readonly [boolean, string]>> = {
  searchRestorePoints: [false, 'read'],
  // The management API counts by method.
  getAuthorizationLoginLinks: [false, 'write'],
  fetchHealthEventDetails: [false, 'write'],
};

it.each(inProfile('vendor'))(
  'P-03 $name: its effect decides whether it is repeated, and what it counts as',
  ({ name, method, isWrite, quotaKind }) => {
    const byMethod = method === 'GET' ? [false, 'read'] : [true, 'write'];
    expect([isWrite, quotaKind]).toEqual(DECIDED[name] ?? byMethod);
  },
);

it.each<[spelling: string, isCut: boolean]>([
  ['"isEventSensitive" : \n true', true],
  ['"isEventSensitiv\\u0065":true', true],
  ['"isEventSensitive":false,"isEventSensitive":true', true],
  ['"isEventSensitive":"false"', true],
  ['"isEventSensitive" : false', false],
  ['"isEventSensitive":\tnull', false],
  ['"isEventSensitive":true,"isEventSensitive":false', false],
])('C-55 texts of an event with %s are removed: %s', (spelling, isCut) => {
  const { redactRules = {} } = compileOperation(listHealthEvents, PROFILES.vendor);
  const toText = (texts: string) => `{"value":[{"properties":{${spelling}${texts}}}]}`;
  const text = toText(',"summary":"canary"');
  expect(editJson(text, redactRules)).toBe(isCut ? toText('') : text);
});

it('the names of a request are those of its URL, its preconditions and its body, in lower case', () => {
  const names = (name: string) =>
    listNames(
      compileOperation(operations.find((one) => one.name === name) as (typeof operations)[number], PROFILES.vendor),
    );
  expect([...names('getItem')]).toEqual(
    expect.arrayContaining(['companyid', 'itemid', 'api-version', 'if-match', 'body']),
  );
  expect(names('getItem')).not.toContain('modelid');
  expect([...names('authorizeModelCopy')]).toEqual(expect.arrayContaining(['modelid', 'tags', 'description']));
});

/** The console's pages, and the method, path and role of their operations, from the OpenAPI document. */
import type { OperationName } from '../../client/src/index.ts';
import openApi from '../../docs/openapi.json' with { type: 'json' };

/** How the console presents operations. A new operation needs an entry here, or its name in one. */
interface Presentation {
  /** In the URL after `#/`. */
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** The page's own operations, in order; all have the same role and method. */
  readonly operations: readonly [OperationName, ...OperationName[]];
  /** Other operations of the same resource. */
  readonly others?: readonly OperationName[];
}

/** The members of the document that are read here; the build keeps only these (pages/build.mjs). */
interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly 'x-app-role': string;
}

export interface ConsoleOperation extends Presentation {
  readonly group: string;
  /** App role that the API requires. */
  readonly role: string;
  readonly method: string;
  /** As in the specification: names of the `vendor` profile. */
  readonly path: string;
  /** All operations of the resource. */
  readonly calls: readonly { readonly name: string; readonly method: string; readonly path: string }[];
}

const PRESENTATIONS: readonly Presentation[] = [
  {
    id: 'health-events',
    title: 'Health events',
    summary: 'Incidents, maintenance and advisories for a resource.',
    operations: ['listHealthEvents', 'listNestedHealthEvents'],
    others: ['listSubscriptionHealthEvents', 'fetchHealthEventDetails'],
  },
  {
    id: 'streaming-jobs',
    title: 'Streaming jobs',
    summary: 'Load, edit, create or replace a job with its inputs, outputs and query; start and stop it.',
    operations: ['createOrReplaceStreamingJob'],
    others: ['getStreamingJob', 'listStreamingJobs', 'startStreamingJob', 'stopStreamingJob'],
  },
  {
    id: 'authorizations',
    title: 'Authorizations',
    summary: 'Connect an API gateway to an external OAuth 2.0 identity, and lead it to its consent.',
    operations: ['createOrUpdateAuthorization'],
    others: [
      'getAuthorization',
      'listAuthorizations',
      'deleteAuthorization',
      'getAuthorizationLoginLinks',
      'confirmAuthorizationConsentCode',
    ],
  },
  {
    id: 'api-diagnostics',
    title: 'API diagnostics',
    summary: 'What to log for an API, and where.',
    operations: ['createOrUpdateApiDiagnostic'],
    others: ['getApiDiagnostic', 'listApiDiagnostics'],
  },
  {
    id: 'restore-points',
    title: 'Restore points',
    summary: 'Find points in time you can restore sites, drives and mailboxes to.',
    operations: ['searchRestorePoints'],
  },
  {
    id: 'restore-sessions',
    title: 'Restore sessions',
    summary: 'Delete a draft restore session.',
    operations: ['deleteRestoreSession'],
    others: ['listRestoreSessions', 'getRestoreSession'],
  },
  {
    id: 'model-copies',
    title: 'Model copies',
    summary: 'Authorize copying a document model to this resource.',
    operations: ['authorizeModelCopy'],
  },
  {
    id: 'customers',
    title: 'Customers',
    summary: 'A customer of a company, with related data.',
    operations: ['getCustomer'],
    others: ['listCompanies', 'listCustomers'],
  },
  {
    id: 'items',
    title: 'Items',
    summary: 'An item of a company: price, cost and stock.',
    operations: ['getItem'],
    others: ['listItems'],
  },
];

const DESCRIBED = Object.entries(openApi.paths as Readonly<Record<string, object>>).flatMap(([path, methods]) =>
  Object.entries(methods as Readonly<Record<string, OperationObject>>).map(([method, operation]) => ({
    name: operation.operationId,
    group: operation.tags[0] ?? '',
    role: operation['x-app-role'],
    method: method.toUpperCase(),
    path,
  })),
);

export const OPERATIONS: readonly ConsoleOperation[] = PRESENTATIONS.map((presentation) => {
  const operation = DESCRIBED.find(({ name }) => name === presentation.operations[0]);
  if (operation === undefined) throw new Error(`docs/openapi.json has no operation ${presentation.operations[0]}.`);
  const { group, role, method, path } = operation;
  const names: readonly string[] = [...presentation.operations, ...(presentation.others ?? [])];
  const calls = DESCRIBED.filter(({ name }) => names.includes(name));
  return { ...presentation, group, role, method, path, calls };
});

export const GROUPS: readonly string[] = [...new Set(OPERATIONS.map(({ group }) => group))];

/** The views of more than one operation, by id; with the app role without which they show nothing. */
export const OVERVIEWS: Readonly<Record<string, { readonly title: string; readonly role?: string }>> = {
  '': { title: 'Today' },
  fleet: { title: 'Fleet', role: 'HealthEvents.Read' },
};

/** Returns the operation with this id. @throws {Error} If there is none. */
export function findOperation(id: string): ConsoleOperation {
  const operation = OPERATIONS.find((each) => each.id === id);
  if (operation === undefined) throw new Error(`Unknown operation ${id}.`);
  return operation;
}

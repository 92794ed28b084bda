/** Paths and bodies to start from: those of the valid requests, with the parts that a test is about. */
import { protectionUnits, resources, roles } from '../../dev/seed.ts';
import {
  authorizeCopy,
  deleteSession,
  putAuthorization,
  putDiagnostic,
  putJob,
  readCustomer,
  readItem,
  searchPoints,
  toPath,
  type ValidRequest,
  validRequests,
} from './valid-requests.ts';

type Members = Readonly<Record<string, unknown>>;

/** Answers the request's path with other values in it, encoded as they stand, and another query, without its question mark. */
function pathOf(request: ValidRequest) {
  return (values: Readonly<Record<string, string>> = {}, query = request.query.slice(1)) =>
    toPath(request, values) + (query && `?${query}`);
}

export const some = {
  authorizationPath: pathOf(putAuthorization),
  authorization: (properties: Members = {}) => ({
    properties: { authorizationType: 'OAuth2', oauth2grantType: 'AuthorizationCode', ...properties },
  }),

  diagnosticPath: pathOf(putDiagnostic),
  diagnostic: (properties: Members = {}) => ({ properties: { loggerId: '/loggers/insights', ...properties } }),

  /** The events of the resource with this id; `query` comes behind the api-version. */
  eventsPath: (resourceUri: string = resources.virtualMachine, query = '') =>
    `${resourceUri}/providers/Vendor.ResourceHealth/events?api-version=2025-05-01${query && `&${query}`}`,

  streamingJobPath: pathOf(putJob),
  streamingJob: (properties: Members = {}) => ({
    location: 'West Europe',
    properties: { sku: { name: 'Standard' }, ...properties },
  }),
  streamingInput: (properties: Members = {}) => ({
    name: 'input',
    properties: { type: 'Stream', serialization: { type: 'Avro' }, ...properties },
  }),
  streamingOutput: (datasource: Members) => ({
    name: 'output',
    properties: { datasource, serialization: { type: 'Avro' } },
  }),

  searchPath: pathOf(searchPoints),
  search: (members: Members = {}) => ({
    protectionUnitIds: [protectionUnits.shopSite],
    protectionTimePeriod: { startDateTime: '2020-01-01T00:00:00Z' },
    ...members,
  }),

  sessionPath: pathOf(deleteSession),

  modelCopyPath: pathOf(authorizeCopy),
  modelCopy: (members: Members = {}) => ({ modelId: 'invoices', ...members }),

  customerPath: pathOf(readCustomer),
  itemPath: pathOf(readItem),
};

/** One call of each operation, granted to the administrator. */
export const everyCall = validRequests.map((request) => ({ ...request, path: pathOf(request)() }));

/** An ACCESS_POLICY under which every role counts everywhere, for tests of what is decided after it. */
export const grantEverything = JSON.stringify({ grants: [{ roles, resources: ['*'] }] });

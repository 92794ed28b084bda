/** Builds paths and bodies from the valid requests, changed in the parts that a test is about. */
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

/** Returns a builder of the request's path: with other values, inserted without encoding, and another query without `?`. */
function pathBuilder(request: ValidRequest) {
  return (values: Readonly<Record<string, string>> = {}, query = request.query.slice(1)) =>
    toPath(request, values) + (query && `?${query}`);
}

export const buildAuthorizationPath = pathBuilder(putAuthorization);
export const buildAuthorization = (properties: Members = {}) => ({
  properties: { authorizationType: 'OAuth2', oauth2grantType: 'AuthorizationCode', ...properties },
});

export const buildDiagnosticPath = pathBuilder(putDiagnostic);
export const buildDiagnostic = (properties: Members = {}) => ({
  properties: { loggerId: '/loggers/insights', ...properties },
});

/** Returns the path of the resource's events; `query` follows the api-version. */
export const buildEventsPath = (resourceUri: string = resources.virtualMachine, query = '') =>
  `${resourceUri}/providers/Vendor.ResourceHealth/events?api-version=2025-05-01${query && `&${query}`}`;

export const buildStreamingJobPath = pathBuilder(putJob);
export const buildStreamingJob = (properties: Members = {}) => ({
  location: 'West Europe',
  properties: { sku: { name: 'Standard' }, ...properties },
});
export const buildStreamingInput = (properties: Members = {}) => ({
  name: 'input',
  properties: { type: 'Stream', serialization: { type: 'Avro' }, ...properties },
});

export const buildSearchPath = pathBuilder(searchPoints);
export const buildSearch = (members: Members = {}) => ({
  protectionUnitIds: [protectionUnits.shopSite],
  protectionTimePeriod: { startDateTime: '2020-01-01T00:00:00Z' },
  ...members,
});

export const buildSessionPath = pathBuilder(deleteSession);

export const buildModelCopyPath = pathBuilder(authorizeCopy);
export const buildModelCopy = (members: Members = {}) => ({ modelId: 'invoices', ...members });

export const buildCustomerPath = pathBuilder(readCustomer);
export const buildItemPath = pathBuilder(readItem);

/** One request of each operation that the administrator may send. */
export const everyRequest = validRequests.map((request) => ({
  ...request,
  path: pathBuilder(request)(),
  headers: request.preconditions ?? {},
}));

/** An ACCESS_POLICY that grants every role on every resource, for tests of later stages. */
export const grantEverything = JSON.stringify({ grants: [{ roles, resources: ['*'] }] });

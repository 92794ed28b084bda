/** The requests whose responses the document shows as examples. */

import { companies, customers, items, restoreSessions, takenModelId } from '../../dev/seed.ts';
import { readExamples } from '../../dev/upstream/example-files.ts';
import { profileNames } from '../../dev/upstream/profiles.ts';
import { listManagementSamples } from './management-samples.ts';
import { someSearch } from './sample-bodies.ts';

/** The parts of a request; parameters and headers by name. */
export interface Sample {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface OperationSample extends Sample {
  /** Requests that fail, as changes to the sample. The document shows the first response of each status. */
  readonly failing: readonly Sample[];
  /** What the upstream responds to further requests. */
  readonly upstream?: readonly UpstreamSample[];
}

export interface UpstreamSample {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const unknownId = '00000000-0000-4000-8000-000000000000';

const otherSamples: Readonly<Record<string, OperationSample>> = {
  searchRestorePoints: { body: someSearch, failing: [{ body: { protectionUnitIds: [] } }] },
  listRestoreSessions: {
    query: { $top: '2' },
    failing: [{ query: { $filter: "status eq 'draft'" } }, { query: { $skipToken: 'x' } }],
  },
  deleteRestoreSession: {
    params: { restoreSessionBaseId: restoreSessions.draft },
    failing: [
      { params: { restoreSessionBaseId: restoreSessions.active } },
      { params: { restoreSessionBaseId: unknownId } },
      { query: { force: 'true' } },
    ],
  },
  getRestoreSession: {
    params: { restoreSessionBaseId: restoreSessions.completed },
    failing: [{ query: { $top: '1' } }, { params: { restoreSessionBaseId: unknownId } }],
  },
  authorizeModelCopy: {
    query: { 'api-version': '2024-11-30' },
    body: { modelId: 'invoices-2026', description: 'Invoices of the shop', tags: { team: 'shop' } },
    failing: [{ body: { modelId: '-' } }, { body: { modelId: takenModelId } }],
  },
  listCompanies: { failing: [{ query: { company: 'Fabrikam' } }, { query: { $skipToken: 'x' } }] },
  listCustomers: {
    params: { companyId: companies.contoso },
    query: { $filter: "startswith(displayName,'A')", $top: '2', $expand: 'currency' },
    headers: { prefer: 'odata.maxpagesize=1' },
    failing: [{ query: { $filter: 'orders/any(o:o/id eq 1)' } }, { query: { $filter: 'x eq 1' } }],
  },
  getCustomer: {
    params: { companyId: companies.contoso, customerId: customers.contoso.adatum },
    query: { $expand: 'currency,paymentTerm' },
    failing: [{ query: { $expand: 'orders' } }, { params: { companyId: companies.contoso, customerId: unknownId } }],
  },
  listItems: {
    params: { companyId: companies.contoso },
    query: { $filter: 'unitPrice gt 200', $orderby: 'unitPrice desc', $top: '2' },
    failing: [{ query: { $skip: '-1' } }, { query: { $filter: 'x eq 1' } }],
  },
  getItem: {
    params: { companyId: companies.contoso, itemId: items.contoso.bicycle },
    failing: [{ query: { colour: 'blue' } }, { params: { companyId: companies.contoso, itemId: unknownId } }],
  },
};

/** Without its own example of a refusal, an operation has one of an option that it does not know. */
const toFailing = ({ query }: Sample) => [{ query: { ...query, unknownOption: '1' } }];

/** Returns the samples by the operation's name, in the names of one cloud. */
export const listSamples = (namespace: string): Readonly<Record<string, OperationSample>> => ({
  ...Object.fromEntries(
    readExamples(namespace === 'Microsoft' ? profileNames.microsoft : profileNames.vendor).map(
      ({ operation, request }) => [operation, { ...request, failing: toFailing(request) }],
    ),
  ),
  ...listManagementSamples(namespace),
  ...otherSamples,
});

/** The names and rules in which the specification (`vendor`) and the live cloud (`microsoft`) differ: one table. */

import type { StreamingNames } from './contracts/streaming-job/parts.ts';
import type { UpstreamName } from './upstream/upstreams.ts';

export type ProfileName = 'vendor' | 'microsoft';

export interface Profile extends StreamingNames {
  readonly name: ProfileName;
  /** First segment of the document-model paths. */
  readonly documentPath: string;
  /** Version segments in front of routes, which the specification counts to the base URL. */
  readonly routePrefix: Readonly<Partial<Record<UpstreamName, string>>>;
  /** Values of `$expand` for a customer. */
  readonly customerRelations: readonly string[];
}

const CUSTOMER_RELATIONS = [
  'customerFinancialDetails',
  'picture',
  'defaultDimensions',
  'currency',
  'paymentTerm',
  'shipmentMethod',
  'paymentMethod',
];

export const PROFILES: Readonly<Record<ProfileName, Profile>> = {
  vendor: {
    name: 'vendor',
    namespace: 'Vendor',
    documentPath: 'vendor-docs',
    routePrefix: {},
    functionApp: 'Vendor.FunctionApp',
    dashboard: 'BiDashboard',
    isLive: false,
    customerRelations: CUSTOMER_RELATIONS,
  },
  microsoft: {
    name: 'microsoft',
    namespace: 'Microsoft',
    documentPath: 'documentintelligence',
    routePrefix: { backupRestore: '/v1.0', businessData: '/v2.0' },
    functionApp: 'Microsoft.AzureFunction',
    dashboard: 'PowerBI',
    isLive: true,
    customerRelations: [...CUSTOMER_RELATIONS, 'agedAccountsReceivable', 'contactsInformation', 'documentAttachments'],
  },
};

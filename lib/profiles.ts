/** The names and rules in which the specification (`vendor`) and the live cloud (`microsoft`) differ: one table. */

import type { UpstreamName } from './upstream/upstreams.ts';

export type ProfileName = 'vendor' | 'microsoft';

export interface Profile {
  readonly name: ProfileName;
  /** Prefix of provider, type and kind names, as in `Vendor.StreamAnalytics`. */
  readonly namespace: 'Vendor' | 'Microsoft';
  /** First segment of the document-model paths. */
  readonly documentPath: string;
  /** Version segments in front of routes, which the specification counts to the base URL. */
  readonly routePrefix: Readonly<Partial<Record<UpstreamName, string>>>;
  /** Names and rules of the streaming-job contract. */
  readonly streaming: {
    readonly namespace: 'Vendor' | 'Microsoft';
    readonly functionApp: string;
    readonly dashboard: string;
    /** The live service keeps secrets that a replaced job leaves out, and refuses those that it does not have. */
    readonly secretsRequired: boolean;
  };
  /** Whether requests are checked as the live cloud reads them, and not word for word as specified. Source: C-46, C-83. */
  readonly isLive: boolean;
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
    streaming: {
      namespace: 'Vendor',
      functionApp: 'Vendor.FunctionApp',
      dashboard: 'BiDashboard',
      secretsRequired: true,
    },
    isLive: false,
    customerRelations: CUSTOMER_RELATIONS,
  },
  microsoft: {
    name: 'microsoft',
    namespace: 'Microsoft',
    documentPath: 'documentintelligence',
    routePrefix: { backupRestore: '/v1.0', businessData: '/v2.0' },
    streaming: {
      namespace: 'Microsoft',
      functionApp: 'Microsoft.AzureFunction',
      dashboard: 'PowerBI',
      secretsRequired: false,
    },
    isLive: true,
    customerRelations: [...CUSTOMER_RELATIONS, 'agedAccountsReceivable', 'contactsInformation', 'documentAttachments'],
  },
};

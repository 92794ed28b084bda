/** What differs between the specification (`vendor`) and the live cloud (`microsoft`). */

export type Profile = 'vendor' | 'microsoft';

export interface ProfileNames {
  readonly profile: Profile;
  /** First part of resource provider names. */
  readonly namespace: string;
  readonly healthEventType: string;
  readonly functionAppOutput: string;
  readonly dashboardOutput: string;
  /** Prefix of `@odata.type`. */
  readonly graphType: string;
  /** First path segment of the document model service. */
  readonly documentsSegment: string;
  readonly keyHeader: string;
  readonly customerRelations: readonly string[];
  /** Encoding of the enum value "not blocked" (a blank). */
  readonly notBlocked: string;
  readonly nonInventory: string;
}

const specifiedRelations = [
  'customerFinancialDetails',
  'picture',
  'defaultDimensions',
  'currency',
  'paymentTerm',
  'shipmentMethod',
  'paymentMethod',
];

export const profileNames: Readonly<Record<Profile, ProfileNames>> = {
  vendor: {
    profile: 'vendor',
    namespace: 'Vendor',
    healthEventType: 'Vendor.ResourceHealth/events',
    functionAppOutput: 'Vendor.FunctionApp',
    dashboardOutput: 'BiDashboard',
    graphType: '#vendor.graph',
    documentsSegment: 'vendor-docs',
    keyHeader: 'Vendor-Subscription-Key',
    customerRelations: specifiedRelations,
    notBlocked: ' ',
    nonInventory: 'Non-Inventory',
  },
  microsoft: {
    profile: 'microsoft',
    namespace: 'Microsoft',
    healthEventType: '/providers/Microsoft.ResourceHealth/events',
    functionAppOutput: 'Microsoft.AzureFunction',
    dashboardOutput: 'PowerBI',
    graphType: '#microsoft.graph',
    documentsSegment: 'documentintelligence',
    keyHeader: 'Ocp-Apim-Subscription-Key',
    customerRelations: [...specifiedRelations, 'agedAccountsReceivable', 'contactsInformation', 'documentAttachments'],
    notBlocked: '_x0020_',
    nonInventory: 'Non_x002D_Inventory',
  },
};

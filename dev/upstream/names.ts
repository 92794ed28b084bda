/** The names and habits in which the specification (`vendor`) and the live cloud (`microsoft`) differ. */

export type Profile = 'vendor' | 'microsoft';

export interface Names {
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
  /** How "not blocked" and the blocks of an enum name are written. */
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

/** Sources: spec 1-3 for `vendor`; public-cloud 0 and 1 for `microsoft`. */
export const namesOf: Readonly<Record<Profile, Names>> = {
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

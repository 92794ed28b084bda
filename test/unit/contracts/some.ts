/** Valid values to start from, each with every member that its contract describes. */
import type { StreamingNames } from '../../../lib/contracts/streaming-job/shared.ts';

export const VENDOR: StreamingNames = {
  namespace: 'Vendor',
  functionApp: 'Vendor.FunctionApp',
  dashboard: 'BiDashboard',
  serializationRequired: true,
};

export const MICROSOFT: StreamingNames = {
  namespace: 'Microsoft',
  functionApp: 'Microsoft.AzureFunction',
  dashboard: 'PowerBI',
  serializationRequired: false,
};

const GUID = '3fa85f64-5717-4562-b3fc-2c963f66afa6';
const INSTANT = '2026-03-04T05:06:07Z';

export function someAuthorization() {
  return {
    properties: {
      authorizationType: 'OAuth2',
      oauth2grantType: 'ClientCredentials',
      parameters: { clientId: 'client', clientSecret: 'secret' },
      status: 'Error',
      error: { code: 'Unauthenticated', message: 'This connection is not authenticated.' },
    },
  };
}

export function someDiagnostic() {
  const settings = () => ({
    request: { body: { bytes: 512 }, headers: ['Content-Type'] },
    response: { body: { bytes: 512 }, headers: ['Content-Type'] },
  });
  return {
    properties: {
      loggerId: '/loggers/azuremonitor',
      alwaysLog: 'allErrors',
      sampling: { percentage: 50, samplingType: 'fixed' },
      frontend: settings(),
      backend: settings(),
      enableHttpCorrelationHeaders: true,
      httpCorrelationProtocol: 'W3C',
      verbosity: 'information',
    },
  };
}

export function someHealthEvent() {
  return {
    id: '/subscriptions/s/providers/Vendor.ResourceHealth/events/BC_1-FXZ',
    name: 'BC_1-FXZ',
    type: '/providers/Vendor.ResourceHealth/events',
    systemData: {
      createdAt: INSTANT,
      createdBy: 'someone',
      createdByType: 'User',
      lastModifiedAt: INSTANT,
      lastModifiedBy: 'something',
      lastModifiedByType: 'Application',
    },
    properties: {
      eventType: 'ServiceIssue',
      eventSubType: 'Retirement',
      eventSource: 'ServiceHealth',
      status: 'Active',
      eventLevel: 'Informational',
      level: 'Warning',
      title: 'Title',
      summary: 'Summary',
      description: 'Description',
      header: 'Header',
      article: { articleContent: '<p>text</p>', articleId: 'a1', parameters: { name: 'value' } },
      links: [
        {
          type: 'Hyperlink',
          displayText: { value: 'See', localizedValue: 'See' },
          extensionName: 'Health',
          bladeName: 'Blade',
          parameters: { trackingId: 'BC_1-FXZ' },
        },
      ],
      impact: [
        {
          impactedService: 'Virtual Machines',
          impactedServiceGuid: GUID,
          impactedRegions: [
            {
              impactedRegion: 'West US',
              status: 'Active',
              impactedSubscriptions: ['s'],
              impactedTenants: ['t'],
              lastUpdateTime: INSTANT,
              updates: [{ summary: 'Update', updateDateTime: INSTANT, eventTags: ['Preliminary PIR'] }],
            },
          ],
        },
      ],
      eventTags: ['Action Recommended'],
      recommendedActions: { message: 'Do', actions: [{ groupId: 1, actionText: 'this' }], localeCode: 'en' },
      faqs: [{ question: 'Why?', answer: 'Because.', localeCode: 'en' }],
      additionalInformation: { message: 'More' },
      isEventSensitive: false,
      isHIR: false,
      hirStage: 'resolved',
      platformInitiated: true,
      enableMicrosoftSupport: true,
      enableChatWithUs: false,
      priority: 13,
      impactStartTime: INSTANT,
      impactMitigationTime: INSTANT,
      lastUpdateTime: INSTANT,
      duration: 3600,
      impactType: 'Availability',
      externalIncidentId: 'i',
      reason: 'reason',
      billingId: 'b',
      currencyType: 'USD',
      oldRate: 1.1,
      newRate: 1.25,
    },
  };
}

/** A source or a target of data, with nothing but what it needs. */
export function someOutput(type: string, properties: Record<string, unknown>) {
  return {
    name: 'output',
    properties: { datasource: { type, properties }, serialization: { type: 'Json', properties: { encoding: 'UTF8' } } },
  };
}

export function someInput(kind: string, type: string, properties: Record<string, unknown>) {
  return {
    name: 'input',
    properties: { type: kind, datasource: { type, properties }, serialization: { type: 'Csv' } },
  };
}

/** The least that a PUT needs, with the parts given. */
export function someJob(parts: Record<string, unknown> = {}) {
  return { location: 'westus', properties: { sku: { name: 'Standard' }, ...parts } };
}

const sharedAccess = {
  serviceBusNamespace: 'bus',
  sharedAccessPolicyName: 'policy',
  sharedAccessPolicyKey: 'key',
};

const sql = { server: 'server', database: 'database', table: 'table', user: 'user', password: 'password' };

/** Every output data source of the specification, with all its members. */
export function someOutputs({ namespace, functionApp, dashboard }: StreamingNames) {
  const columns = { propertyColumns: ['a'], systemPropertyColumns: { MessageId: 'b', PartitionKey: 'c' } };
  const user = { tokenUserDisplayName: 'User', tokenUserPrincipalName: 'user@example.com' };
  const mode = { authenticationMode: 'ConnectionString' };
  return {
    dataLake: someOutput(`${namespace}.DataLake/Accounts`, {
      accountName: 'lake',
      filePathPrefix: '{date}/{time}',
      refreshToken: 'token',
      tenantId: 'tenant',
      dateFormat: 'yyyy/MM/dd',
      timeFormat: 'HH',
      ...user,
      ...mode,
    }),
    functionApp: someOutput(functionApp, {
      functionAppName: 'app',
      functionName: 'function',
      apiKey: 'key',
      maxBatchCount: 100,
      maxBatchSize: 262144,
    }),
    sqlDatabase: someOutput(`${namespace}.Sql/Server/Database`, {
      ...sql,
      ...mode,
      maxBatchCount: 10,
      maxWriterCount: 1,
    }),
    sqlDataWarehouse: someOutput(`${namespace}.Sql/Server/DataWarehouse`, sql),
    dashboard: someOutput(dashboard, {
      dataset: 'dataset',
      table: 'table',
      refreshToken: 'token',
      groupId: GUID,
      groupName: 'group',
      ...user,
      ...mode,
    }),
    queue: someOutput(`${namespace}.ServiceBus/Queue`, { queueName: 'queue', ...sharedAccess, ...mode, ...columns }),
    topic: someOutput(`${namespace}.ServiceBus/Topic`, { topicName: 'topic', ...sharedAccess, ...mode, ...columns }),
    table: someOutput(`${namespace}.Storage/Table`, {
      accountName: 'account',
      accountKey: 'key',
      batchSize: 100,
      columnsToRemove: ['a'],
    }),
  };
}

/** A job with every member and kind that the specification describes. */
export function someFullJob(names: StreamingNames) {
  const { namespace } = names;
  return {
    location: 'westus',
    tags: { key: 'value' },
    identity: { type: 'SystemAssigned' },
    properties: {
      sku: { name: 'Standard' },
      jobType: 'Cloud',
      cluster: { id: 'cluster' },
      compatibilityLevel: '1.0',
      contentStoragePolicy: 'JobStorageAccount',
      jobStorageAccount: { accountName: 'account', accountKey: 'key', authenticationMode: 'Msi' },
      dataLocale: 'en-US',
      eventsLateArrivalMaxDelayInSeconds: 5,
      eventsOutOfOrderMaxDelayInSeconds: 0,
      eventsOutOfOrderPolicy: 'Drop',
      outputErrorPolicy: 'Drop',
      outputStartMode: 'CustomTime',
      outputStartTime: INSTANT,
      inputs: [
        {
          name: 'stream',
          properties: {
            type: 'Stream',
            compression: { type: 'GZip' },
            datasource: {
              type: `${namespace}.Storage/Blob`,
              properties: {
                storageAccounts: [{ accountName: 'account', accountKey: 'key' }],
                container: 'container',
                pathPattern: '{date}/{time}',
              },
            },
            partitionKey: 'id',
            serialization: { type: 'Json', properties: { encoding: 'UTF8' } },
          },
        },
        someInput('Reference', `${namespace}.Sql/Server/Database`, {
          ...sql,
          fullSnapshotQuery: 'select *',
          deltaSnapshotQuery: 'select *',
          refreshRate: INSTANT,
          refreshType: 'RefreshPeriodicallyWithDelta',
        }),
      ],
      outputs: Object.values(someOutputs(names)).map((output, index) => ({ ...output, name: `output${index}` })),
      functions: [
        {
          name: 'score',
          properties: {
            type: 'Scalar',
            properties: {
              inputs: [{ dataType: 'nvarchar(max)' }],
              output: { dataType: 'nvarchar(max)' },
              binding: {
                type: `${namespace}.MachineLearning/WebService`,
                properties: {
                  endpoint: 'https://example.com/execute',
                  apiKey: 'key',
                  batchSize: 1000,
                  inputs: { name: 'input', columnNames: [{ name: 'text', dataType: 'string', mapTo: 0 }] },
                  outputs: [{ name: 'sentiment', dataType: 'string' }],
                },
              },
            },
          },
        },
      ],
      transformation: {
        name: 'query',
        properties: { query: 'select 1', streamingUnits: 3, validStreamingUnits: [1, 3] },
      },
    },
  };
}

export function someSearch() {
  return {
    protectionUnitIds: ['unit'],
    protectionTimePeriod: { startDateTime: INSTANT, endDateTime: INSTANT },
    restorePointPreference: 'latest',
    tags: 'fastRestore',
    artifactQuery: { queryExpression: "Sender -eq 'a@example.com'", artifactType: 'message' },
  };
}

export function someCustomer() {
  return {
    id: GUID,
    number: '10000',
    displayName: 'Coho Winery',
    type: 'Company',
    addressLine1: '192 Market Square',
    addressLine2: '',
    city: 'Atlanta',
    state: 'GA',
    country: 'US',
    postalCode: '31772',
    phoneNumber: '',
    email: 'a@example.com',
    website: '',
    taxLiable: true,
    taxAreaId: GUID,
    taxAreaDisplayName: 'ATLANTA, GA',
    taxRegistrationNumber: '28-4405663',
    currencyId: GUID,
    currencyCode: 'USD',
    paymentTermsId: GUID,
    shipmentMethodId: GUID,
    paymentMethodId: GUID,
    blocked: ' ',
    lastModifiedDateTime: INSTANT,
  };
}

export function someItem() {
  return {
    id: GUID,
    number: '1896-S',
    displayName: 'ATHENS Desk',
    type: 'Inventory',
    itemCategoryId: GUID,
    itemCategoryCode: 'TABLE',
    blocked: false,
    gtin: '',
    inventory: 4,
    unitPrice: 1000.8,
    priceIncludesTax: false,
    unitCost: 780.7,
    taxGroupId: GUID,
    taxGroupCode: 'FURNITURE',
    baseUnitOfMeasureId: GUID,
    baseUnitOfMeasureCode: 'PCS',
    lastModifiedDateTime: INSTANT,
  };
}

export function someCopyAuthorization() {
  return {
    targetResourceId: '/subscriptions/s/resource',
    targetResourceRegion: 'westus',
    targetModelId: 'model',
    targetModelLocation: 'https://example.com/models/model',
    accessToken: 'token',
    expirationDateTime: INSTANT,
  };
}

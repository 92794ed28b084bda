/** The bodies of the larger samples. */
import { protectionUnits } from '../../dev/seed.ts';

export const someAuthorization = {
  properties: {
    authorizationType: 'OAuth2',
    oauth2grantType: 'ClientCredentials',
    parameters: { clientId: 'shop', clientSecret: 'never returned' },
  },
};

export const someDiagnostic = {
  properties: {
    loggerId: '/loggers/insights',
    alwaysLog: 'allErrors',
    sampling: { samplingType: 'fixed', percentage: 50 },
  },
};

export const someJob = (namespace: string) => ({
  location: 'West Europe',
  properties: {
    sku: { name: 'Standard' },
    inputs: [
      {
        name: 'orders',
        properties: {
          type: 'Stream',
          datasource: {
            type: `${namespace}.Storage/Blob`,
            properties: {
              storageAccounts: [{ accountName: 'shop', accountKey: 'bm90IGEga2V5' }],
              container: 'orders',
              pathPattern: '',
            },
          },
          serialization: { type: 'Json', properties: { encoding: 'UTF8' } },
        },
      },
    ],
    outputs: [
      {
        name: 'report',
        properties: {
          datasource: {
            type: `${namespace}.Sql/Server/Database`,
            properties: {
              server: 'sql-shop',
              database: 'report',
              table: 'orders',
              user: 'writer',
              password: 'not a password',
            },
          },
          serialization: { type: 'Json', properties: { encoding: 'UTF8', format: 'lineSeparated' } },
        },
      },
    ],
    transformation: { name: 'all', properties: { streamingUnits: 1, query: 'SELECT * INTO report FROM orders' } },
    functions: [],
  },
});

export const badJob = {
  properties: {
    jobType: 'Fog',
    outputStartMode: 'CustomTime',
    eventsLateArrivalMaxDelayInSeconds: 1_814_400,
    inputs: [{}],
  },
};

const units = [protectionUnits.shopSite, protectionUnits.mailbox, protectionUnits.empty];
export const someSearch = {
  protectionUnitIds: units,
  protectionTimePeriod: { startDateTime: '2020-01-01T00:00:00Z' },
  restorePointPreference: 'latest',
};

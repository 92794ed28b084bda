/** Jobs to begin with. The account key and the password are examples and open nothing. */

export interface JobTemplate {
  readonly name: string;
  readonly job: unknown;
}

const json = { type: 'Json', properties: { encoding: 'UTF8' } };

/** Answers the templates in the names of one cloud. */
export function listJobTemplates(namespace: string): readonly JobTemplate[] {
  const input = {
    name: 'clicks',
    properties: {
      type: 'Stream',
      datasource: {
        type: `${namespace}.Storage/Blob`,
        properties: {
          storageAccounts: [{ accountName: 'shop', accountKey: 'bm90IGEga2V5' }],
          container: 'clicks',
          pathPattern: '{date}/{time}',
        },
      },
      serialization: json,
    },
  };
  const output = {
    name: 'report',
    properties: {
      datasource: {
        type: `${namespace}.Sql/Server/Database`,
        properties: { server: 'sql-shop', database: 'report', table: 'clicks', user: 'writer', password: 'example' },
      },
      serialization: json,
    },
  };
  return [
    {
      name: 'Clicks from blobs to a database',
      job: {
        location: 'West Europe',
        tags: { team: 'shop' },
        properties: {
          sku: { name: 'Standard' },
          jobType: 'Cloud',
          outputErrorPolicy: 'Drop',
          eventsLateArrivalMaxDelayInSeconds: 5,
          inputs: [input],
          outputs: [output],
          transformation: {
            name: 'hourly',
            properties: {
              streamingUnits: 3,
              query: 'SELECT page, COUNT(*) AS views INTO report FROM clicks GROUP BY page, TumblingWindow(hour, 1)',
            },
          },
          functions: [],
        },
      },
    },
    {
      name: 'An empty shell',
      job: {
        location: 'West Europe',
        properties: { sku: { name: 'Standard' }, inputs: [], outputs: [], functions: [] },
      },
    },
    {
      name: 'One with mistakes',
      job: {
        location: 'West Europe',
        properties: {
          jobType: 'Fog',
          outputStartMode: 'CustomTime',
          eventsLateArrivalMaxDelayInSeconds: 1_814_400,
          inputs: [{ ...input, name: undefined }],
          transformation: { name: 'hourly', properties: { streamingUnits: 'three' } },
        },
      },
    },
  ];
}

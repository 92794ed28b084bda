/** Templates of streaming jobs. The account key and the password are not real. */

export interface JobTemplate {
  readonly name: string;
  readonly job: unknown;
}

const serialization = { type: 'Json', properties: { encoding: 'UTF8' } };

/** Returns the templates with the resource types of one profile. */
export function listJobTemplates(namespace: string): readonly JobTemplate[] {
  return [
    { name: 'Clicks from blobs to a database', job: composeClicksJob(namespace) },
    { name: 'Empty job', job: EMPTY_JOB },
    { name: 'Invalid job', job: composeInvalidJob(namespace) },
  ];
}

function composeClicksJob(namespace: string) {
  return {
    location: 'West Europe',
    tags: { team: 'shop' },
    properties: {
      sku: { name: 'Standard' },
      jobType: 'Cloud',
      outputErrorPolicy: 'Drop',
      eventsLateArrivalMaxDelayInSeconds: 5,
      inputs: [composeInput(namespace)],
      outputs: [composeOutput(namespace)],
      transformation: {
        name: 'hourly',
        properties: {
          streamingUnits: 3,
          query: 'SELECT page, COUNT(*) AS views INTO report FROM clicks GROUP BY page, TumblingWindow(hour, 1)',
        },
      },
      functions: [],
    },
  };
}

const EMPTY_JOB = {
  location: 'West Europe',
  properties: { sku: { name: 'Standard' }, inputs: [], outputs: [], functions: [] },
};

function composeInvalidJob(namespace: string) {
  return {
    location: 'West Europe',
    properties: {
      jobType: 'Fog',
      outputStartMode: 'CustomTime',
      eventsLateArrivalMaxDelayInSeconds: 1_814_400,
      inputs: [{ ...composeInput(namespace), name: undefined }],
      transformation: { name: 'hourly', properties: { streamingUnits: 'three' } },
    },
  };
}

function composeInput(namespace: string) {
  return {
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
      serialization,
    },
  };
}

function composeOutput(namespace: string) {
  return {
    name: 'report',
    properties: {
      datasource: {
        type: `${namespace}.Sql/Server/Database`,
        properties: { server: 'sql-shop', database: 'report', table: 'clicks', user: 'writer', password: 'example' },
      },
      serialization,
    },
  };
}

import { describe, expect, it } from 'vitest';
import { streamingJob } from '../../lib/contracts/streaming-job/job.ts';
import { PROFILES } from '../../lib/profiles.ts';
import { toComparable } from '../../pages/console/logic/job-diff.ts';
import { listJobTemplates } from '../../pages/console/logic/job-templates.ts';
import { findMissingSecrets, type Level, listMembers, listValues } from '../../pages/console/logic/schema-help.ts';

const schema = streamingJob(PROFILES.vendor.streaming).request;

/** The way to a place in an object or list without texts. */
const through = (...steps: readonly (string | number)[]): readonly Level[] =>
  steps.map((step) => ({ texts: {}, step }));

const BLOB = { type: 'Vendor.Storage/Blob' };
const toSource = [...through('properties', 'inputs', 0), { texts: {}, step: 'properties' }];

describe('the members of an object', () => {
  it('are those of the schema, described, without those that the service sets', () => {
    const members = listMembers(schema, [], {});
    expect(members.map(({ name }) => name)).toEqual(['location', 'tags', 'identity', 'properties']);
    expect(members[0]).toEqual({
      name: 'location',
      description: 'Geographic location of the resource.',
      type: 'string',
      isRequired: false,
      isSecret: false,
    });
    expect(members.at(-1)).toMatchObject({ type: 'object', isRequired: true });
  });

  it('are those of its kind, where a member names the kind', () => {
    const place = [...toSource, { texts: { type: 'Stream' }, step: 'datasource' }];
    const list = (kind: Record<string, string>) =>
      listMembers(schema, [...place, { texts: kind, step: 'properties' }], {}).map(({ name }) => name);
    expect(list(BLOB)).toEqual(expect.arrayContaining(['storageAccounts', 'container', 'sourcePartitionCount']));
    expect(list(BLOB)).not.toContain('eventHubName');
    expect(list({})).toEqual(expect.arrayContaining(['container', 'eventHubName']));
    expect(list({ type: 'Vendor.Unknown' })).toEqual([]);
    const account = through('properties', 'storageAccounts', 0);
    expect(listMembers(schema, [...place, { texts: BLOB, step: 'properties' }, ...account.slice(1)], {})).toMatchObject(
      [
        { name: 'accountName', isSecret: false },
        { name: 'accountKey', isSecret: true },
      ],
    );
  });
});

describe('the values of a member', () => {
  const list = (levels: readonly Level[]) => listValues(schema, levels).map(({ value }) => value);

  it('are those of a closed list, of an open one, of a boolean, and a default', () => {
    expect(list(through('properties', 'jobType'))).toEqual(['Cloud', 'Edge']);
    expect(list(through('properties', 'eventsOutOfOrderPolicy'))).toEqual(['Drop', 'Adjust']);
    expect(list(through('properties', 'eventsLateArrivalMaxDelayInSeconds'))).toEqual([-1]);
    expect(listValues(schema, through('properties', 'outputErrorPolicy'))[0]?.description).toContain('malformed');
    expect(list(through('location'))).toEqual([]);
  });

  it('are all kinds, for the member that names the kind, also while it has one', () => {
    const place = [...toSource, { texts: { type: 'Stream' }, step: 'datasource' }];
    for (const texts of [{}, BLOB, { type: 'Vend' }])
      expect(list([...place, { texts, step: 'type' }])).toEqual(
        expect.arrayContaining(['Vendor.Storage/Blob', 'GatewayMessageBus']),
      );
  });
});

it('names the secrets that a job which was read does not have', () => {
  const job = listJobTemplates('Vendor')[0]?.job;
  expect(findMissingSecrets(schema, job)).toEqual([]);
  const read = toComparable(schema, job);
  expect(findMissingSecrets(schema, read)).toEqual([
    'properties.inputs[0].properties.datasource.properties.storageAccounts[0].accountKey',
    'properties.outputs[0].properties.datasource.properties.password',
  ]);
  const account = { jobStorageAccount: { accountName: 'shop', authenticationMode: 'Msi' } };
  expect(findMissingSecrets(schema, { properties: account })).toEqual([]);
});

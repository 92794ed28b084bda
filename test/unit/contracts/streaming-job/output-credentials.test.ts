import { describe, expect, it } from 'vitest';
import { streamingJob } from '../../../../lib/contracts/streaming-job/job.ts';
import type { StreamingNames } from '../../../../lib/contracts/streaming-job/shared.ts';
import { failuresOf, withMember } from '../support.ts';
import { buildJob, buildOutputs, MICROSOFT, VENDOR } from './builders.ts';

type Kind = keyof ReturnType<typeof buildOutputs>;

const AT = 'properties.outputs.0';
const SOURCE = `${AT}.properties.datasource.properties`;
const RULE = 'is required unless authenticationMode is Msi';

/** Credentials by kind; those with `secret` are omitted from responses. */
const CREDENTIALS: [Kind, { plain?: string; secret: string }][] = [
  ['dataLake', { secret: 'refreshToken' }],
  ['sqlDatabase', { plain: 'user', secret: 'password' }],
  ['sqlDataWarehouse', { plain: 'user', secret: 'password' }],
  ['dashboard', { secret: 'refreshToken' }],
  ['queue', { plain: 'sharedAccessPolicyName', secret: 'sharedAccessPolicyKey' }],
  ['topic', { plain: 'sharedAccessPolicyName', secret: 'sharedAccessPolicyKey' }],
  ['table', { secret: 'accountKey' }],
];

const cases = [VENDOR, MICROSOFT].flatMap((names) =>
  CREDENTIALS.map(([kind, credentials]) => [names, kind, credentials] as const),
);

describe.each(cases)('document 2, Output: credentials of $0.namespace %s', (names, kind, { plain, secret }) => {
  const { request } = streamingJob(names);
  const job = jobWith(names, kind);
  const members = [secret, ...(plain ? [plain] : [])];

  it('C-44 are strings, required in the default mode; the message names the mode', () => {
    for (const name of members) {
      const at = `${SOURCE}.${name}`;
      expect(failuresOf(request, withMember(job, at, ''))).toEqual([]);
      expect(failuresOf(request, withMember(job, at, 5))).toEqual([`${at}: must be a string`]);
      for (const absent of [undefined, null])
        expect(failuresOf(request, withMember(job, at, absent))).toEqual([`${at}: ${RULE}`]);
    }
  });

  it.each([undefined, null, 'ConnectionString', 'UserToken'])(
    'C-44 are required if authenticationMode is %s',
    (mode) => {
      const bare = members.reduce((value, name) => withMember(value, `${SOURCE}.${name}`, undefined), job);
      const failures = failuresOf(request, withMember(bare, `${SOURCE}.authenticationMode`, mode));
      expect(failures.sort()).toEqual(members.map((name) => `${SOURCE}.${name}: ${RULE}`).sort());
    },
  );

  it('C-44 may be absent or null if authenticationMode is Msi', () => {
    const withIdentity = withMember(job, `${SOURCE}.authenticationMode`, 'Msi');
    for (const absent of [undefined, null]) {
      const bare = members.reduce((value, name) => withMember(value, `${SOURCE}.${name}`, absent), withIdentity);
      expect(failuresOf(request, bare)).toEqual([]);
    }
  });

  it('C-45 may lack the secret, but nothing else, in an output that a read returned', () => {
    const read = withMember(job, `${AT}.id`, '/subscriptions/1/outputs/output');
    for (const absent of [undefined, null])
      expect(failuresOf(request, withMember(read, `${SOURCE}.${secret}`, absent))).toEqual([]);
    if (plain)
      expect(failuresOf(request, withMember(read, `${SOURCE}.${plain}`, undefined))).toEqual([
        `${SOURCE}.${plain}: ${RULE}`,
      ]);
  });
});

function jobWith(names: StreamingNames, kind: Kind) {
  return buildJob({ outputs: [buildOutputs(names)[kind]] });
}

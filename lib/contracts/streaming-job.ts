/** The streaming job, with all that is nested in it. Source: spec 2, Streaming job; Endpoints. */
import * as z from 'zod';
import { openList } from './annotate.ts';
import { always, asAnswer, asRequest, type Form, type Members, type OpenObject, required, serverSet } from './form.ts';
import { memberRule } from './member-rule.ts';
import { dateTime, guid, int32, stringMap } from './scalars.ts';
import { serialization } from './serialization.ts';
import { secretText } from './streaming-data-source.ts';
import { streamingFunction } from './streaming-function.ts';
import { streamingInput } from './streaming-input.ts';
import type { StreamingNames } from './streaming-names.ts';
import { streamingOutput } from './streaming-output.ts';
import { streamingTransformation } from './streaming-transformation.ts';

/** A job as a caller may send it, and as an upstream answers it. */
export interface StreamingJobContract {
  readonly request: z.ZodType;
  readonly answer: z.ZodType;
}

const contracts = new WeakMap<StreamingNames, StreamingJobContract>();

/** Answers the contract in the names of one cloud; the same one for the same names, so that its schemas stay unique. */
export function streamingJob(names: StreamingNames): StreamingJobContract {
  const known = contracts.get(names);
  if (known) return known;
  const contract = { request: job(asRequest, names), answer: job(asAnswer, names) };
  contracts.set(names, contract);
  return contract;
}

function job(as: Form, names: StreamingNames): OpenObject {
  return as.object(
    'StreamingJob',
    {
      id: always(serverSet(z.string().describe('Fully qualified resource id.'))),
      name: always(serverSet(z.string().describe('Job name.'))),
      type: serverSet(z.string().describe('Resource type.')),
      location: z.string().describe('Geographic location of the resource.'),
      tags: stringMap.describe('Resource tags.'),
      identity: identity(as),
      properties: always(required(jobProperties(as, names))),
    },
    { description: 'A query that reads inputs and writes to outputs, optionally using functions.' },
  );
}

function jobProperties(as: Form, names: StreamingNames): OpenObject {
  const shared = serialization(as);
  return as.object(
    'StreamingJobProperties',
    {
      sku: required(as.inline({ name: required(z.enum(['Standard'])) })),
      ...state,
      ...settings(as),
      ...eventPolicies,
      ...outputStart,
      inputs: z.array(streamingInput(as, names, shared)),
      outputs: z.array(streamingOutput(as, names, shared)),
      functions: z.array(streamingFunction(as, names.namespace)),
      transformation: streamingTransformation(as),
    },
    { rules: [accountForItsPolicy, timeForCustomStart] },
  );
}

/** What the service tells of the job. */
const state = {
  jobId: serverSet(guid.describe('Generated at creation.')),
  provisioningState: serverSet(openList(['Succeeded'])),
  jobState: serverSet(openList(['Created'])),
  lastOutputEventTime: serverSet(dateTime.nullable().describe('Time of the last output event; null before the first.')),
  createdDate: serverSet(dateTime.describe('Creation time, in UTC.')),
  etag: serverSet(z.string().describe('Opaque entity tag; usable in If-Match and If-None-Match.')),
} satisfies Members;

function settings(as: Form) {
  return {
    jobType: z.enum(['Cloud', 'Edge']),
    cluster: cluster(as),
    compatibilityLevel: openList(['1.0', '1.2'], 'Controls certain runtime behaviours.'),
    contentStoragePolicy: z
      .enum(['JobStorageAccount', 'SystemAccount'])
      .describe('JobStorageAccount requires that jobStorageAccount is given too.'),
    jobStorageAccount: jobStorageAccount(as),
    dataLocale: z.string().describe('Name of a supported .NET culture.').meta({ default: 'en-US' }),
  } satisfies Members;
}

const eventPolicies = {
  eventsLateArrivalMaxDelayInSeconds: int32(-1, 1814399)
    .describe('-1 waits indefinitely; an absent property is read as -1.')
    .meta({ default: -1 }),
  eventsOutOfOrderMaxDelayInSeconds: int32().describe(
    'Maximum tolerated delay in seconds for putting out-of-order events back in order.',
  ),
  eventsOutOfOrderPolicy: openList(['Drop', 'Adjust'], 'Policy for events that arrive out of order.'),
  outputErrorPolicy: z
    .enum(['Stop', 'Drop'])
    .describe('For events that cannot be written to external storage because they are malformed.'),
} satisfies Members;

const outputStart = {
  outputStartMode: z
    .enum(['JobStartTime', 'CustomTime', 'LastOutputEventTime'])
    .describe('Used only when the job is to start immediately after creation.'),
  outputStartTime: dateTime
    .nullable()
    .describe('Start of the output event stream; null: whenever the job starts. CustomTime needs a value.'),
} satisfies Members;

const accountForItsPolicy = memberRule(
  ['jobStorageAccount'],
  'is required when contentStoragePolicy is JobStorageAccount',
  (properties) => properties.contentStoragePolicy !== 'JobStorageAccount' || isGiven(properties.jobStorageAccount),
);

const timeForCustomStart = memberRule(
  ['outputStartTime'],
  'is required when outputStartMode is CustomTime',
  (properties) => properties.outputStartMode !== 'CustomTime' || isGiven(properties.outputStartTime),
);

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

// The specification shows no fields of the next three; these are publicly known.

function identity(as: Form): z.ZodType {
  return as
    .inline({ tenantId: z.string().nullable(), principalId: z.string().nullable(), type: z.string() })
    .nullable()
    .describe('System-assigned managed identity of the job, usable to authenticate with inputs and outputs.');
}

function cluster(as: Form): z.ZodType {
  return as.inline({ id: z.string().nullable() }).nullable().describe('Cluster on which the job runs.');
}

function jobStorageAccount(as: Form): z.ZodType {
  return as
    .inline({
      accountName: z.string(),
      accountKey: secretText,
      authenticationMode: openList(['Msi', 'UserToken', 'ConnectionString']),
    })
    .nullable()
    .describe('Storage account with managed identity authentication.');
}

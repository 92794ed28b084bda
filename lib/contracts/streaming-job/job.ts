/** The streaming job, with all that is nested in it. Source: docs/specification.md#streaming-job. */
import * as z from 'zod';
import { openList, resourceId, resourceIdMap } from '../schema/annotations.ts';
import {
  change,
  type Definition,
  inline,
  type Members,
  type OpenObject,
  object,
  readOnly,
  requiredBySpecification,
  requiredInRequest,
  requiredInResponse,
} from '../schema/resource.ts';
import { isGiven, isValue, memberRule } from '../schema/rules.ts';
import { dateTime, guid, int32, stringMap } from '../schema/scalars.ts';
import { streamingOutput } from './output.ts';
import {
  nested,
  type StreamingNames,
  secretText,
  serialization,
  streamingFunction,
  streamingInput,
  texts,
} from './parts.ts';

/** The parts that a read returns only when `$expand` names them. Source: R-03. */
export const JOB_PARTS = ['inputs', 'transformation', 'outputs', 'functions'];

const definitions = new WeakMap<StreamingNames, Definition<OpenObject>>();

/** Returns the definition in the names of one cloud; the same one each time, because a document names each schema once. */
export function streamingJob(names: StreamingNames): Definition<OpenObject> {
  const definition = definitions.get(names) ?? job(names);
  definitions.set(names, definition);
  return definition;
}

function job(names: StreamingNames): Definition<OpenObject> {
  return object(
    'StreamingJob',
    {
      id: requiredInResponse(readOnly(z.string().describe('Fully qualified resource id.'))),
      name: requiredInResponse(readOnly(z.string().describe('Job name.'))),
      type: readOnly(z.string().describe('Resource type.')),
      location: z.string().describe('Geographic location of the resource.'),
      tags: stringMap.describe('Resource tags.'),
      identity: identity(),
      properties: requiredInResponse(requiredInRequest(jobProperties(names))),
    },
    { description: 'A query that reads inputs and writes to outputs, optionally using functions.' },
  );
}

function jobProperties(names: StreamingNames): Definition {
  const shared = serialization();
  return object(
    'StreamingJobProperties',
    {
      sku: requiredBySpecification(inline({ name: requiredBySpecification(z.enum(['Standard'])) })),
      ...state(),
      ...settings(),
      ...eventPolicies(),
      ...outputStart(),
      inputs: change(streamingInput(names, shared), z.array),
      outputs: change(streamingOutput(names, shared), z.array),
      functions: change(streamingFunction(names.namespace), z.array),
      transformation: streamingTransformation(),
    },
    { rules: [accountForStoragePolicy, startTimeForCustomTime] },
  );
}

const JOB_STATES = 'Created Starting Running Stopping Stopped Degraded Restarting Scaling Failed Deleting'.split(' ');

/** State that the service sets. */
const state = () =>
  ({
    jobId: readOnly(guid.describe('Generated at creation.')),
    provisioningState: readOnly(openList(['Succeeded'])),
    jobState: readOnly(openList(JOB_STATES, 'Whether the job runs.')),
    lastOutputEventTime: readOnly(dateTime.describe('Time of the last output event; null before the first.')),
    createdDate: readOnly(dateTime.describe('Creation time, in UTC.')),
    etag: readOnly(z.string().describe('Opaque entity tag; usable in If-Match and If-None-Match.')),
  }) satisfies Members;

function settings() {
  return {
    jobType: z.enum(['Cloud', 'Edge']),
    cluster: inline({ id: resourceId() }, 'Cluster on which the job runs.'),
    compatibilityLevel: openList(['1.0', '1.2'], 'Controls certain runtime behaviours.'),
    contentStoragePolicy: z
      .enum(['JobStorageAccount', 'SystemAccount'])
      .describe('JobStorageAccount requires jobStorageAccount.'),
    jobStorageAccount: jobStorageAccount(),
    subnetResourceId: resourceId().describe('Resource id of the subnet of the job; in later versions.'),
    dataLocale: z.string().describe('Name of a supported .NET culture.').meta({ default: 'en-US' }),
  } satisfies Members;
}

const eventPolicies = () =>
  ({
    eventsLateArrivalMaxDelayInSeconds: int32(-1, 1814399)
      .describe('-1 waits indefinitely; a missing value means -1.')
      .meta({ default: -1 }),
    eventsOutOfOrderMaxDelayInSeconds: int32().describe(
      'Maximum tolerated delay in seconds for putting out-of-order events back in order.',
    ),
    eventsOutOfOrderPolicy: openList(['Drop', 'Adjust'], 'Policy for events that arrive out of order.'),
    outputErrorPolicy: z
      .enum(['Stop', 'Drop'])
      .describe('For events that cannot be written to external storage because they are malformed.'),
  }) satisfies Members;

/** Where the output begins, when a job is created or started. */
export const outputStart = () =>
  ({
    outputStartMode: z
      .enum(['JobStartTime', 'CustomTime', 'LastOutputEventTime'])
      .describe('Used only when the job is to start immediately after creation.'),
    outputStartTime: dateTime.describe('Start of the output event stream; null: when the job starts.'),
  }) satisfies Members;

/** Its parts have addresses of their own, where each is changed. Source: S2-27. */
const noPart = z.null({ error: 'cannot be changed with the job, only at its own address' });

export const streamingJobChange = object(
  'StreamingJobChange',
  () => ({
    id: readOnly(z.string()),
    name: readOnly(z.string()),
    type: readOnly(z.string()),
    location: z.string(),
    tags: stringMap,
    identity: identity(),
    properties: inline({
      ...state(),
      ...settings(),
      ...eventPolicies(),
      ...outputStart(),
      sku: inline({ name: z.enum(['Standard']) }),
      ...Object.fromEntries(JOB_PARTS.map((name) => [name, noPart])),
    }),
  }),
  { description: 'The members of a job that change; null leaves one as it is.' },
);

const accountForStoragePolicy = memberRule(
  ['jobStorageAccount'],
  'is required when contentStoragePolicy is JobStorageAccount',
  ({ contentStoragePolicy, jobStorageAccount }) =>
    !isValue(contentStoragePolicy, 'JobStorageAccount') || isGiven(jobStorageAccount),
);

export const startTimeForCustomTime = memberRule(
  ['outputStartTime'],
  'is required when outputStartMode is CustomTime',
  ({ outputStartMode, outputStartTime }) => !isValue(outputStartMode, 'CustomTime') || isGiven(outputStartTime),
);

// The specification shows no members of the next two and of the cluster; these are publicly known.

function identity(): Definition {
  const members = {
    ...texts('tenantId', 'principalId', 'type'),
    userAssignedIdentities: resourceIdMap().describe('Identities by their resource ids; in later versions.'),
  };
  return inline(
    members,
    'System-assigned managed identity of the job, usable to authenticate with inputs and outputs.',
  );
}

function jobStorageAccount(): Definition {
  const members = {
    accountName: z.string(),
    accountKey: secretText,
    authenticationMode: openList(['Msi', 'UserToken', 'ConnectionString']),
  };
  return inline(members, 'Storage account with managed identity authentication.');
}

/** Source: docs/specification.md#transformation-and-function. */
function streamingTransformation(): Definition {
  return object('StreamingTransformation', {
    ...nested,
    properties: requiredInRequest(
      inline({
        query: requiredInRequest(z.string().describe('Query run by the job.')),
        streamingUnits: int32().meta({ default: 3 }),
        validStreamingUnits: z.array(int32()).describe('Units the job can be scaled to.'),
        etag: readOnly(z.string().describe('Opaque entity tag.')),
      }),
    ),
  });
}

/** One operation of each kind, as the fault matrix calls it. Each returns a distinct request for each sample number. */
import { managed, restoreSessions } from '../../dev/seed.ts';
import type { ApiName } from '../../dev/upstream/apis.ts';
import { operations } from '../../functions/operations.ts';
import type { Operation } from '../../lib/operation.ts';
import { API_OF } from '../../tools/generate/examples.ts';
import { toPath, type ValidRequest, validRequest } from '../support/valid-requests.ts';

/** Operations of one group are retried in the same way. The responses of `bodiless` writes have no body. */
export type Group = 'reads' | 'search' | 'writes' | 'bodiless';

export interface SampleRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface SampleOperation {
  /** Its name. */
  readonly id: string;
  readonly group: Group;
  readonly method: Operation['method'];
  readonly api: ApiName;
  /** Status of the success. */
  readonly status: number;
  /** For all attempts together. */
  readonly deadlineMs: number;
  readonly isCached: boolean;
  /** Ids of the faults that cannot happen to it. */
  readonly skips: readonly string[];
  /** Seconds after which a stored response may be served only if the upstream fails. */
  readonly staleAfter: number;
  /** Requests of different samples address different resources, where the upstream has them. */
  toRequest(sample: number): SampleRequest;
}

type Details = Partial<Pick<SampleOperation, 'status' | 'skips' | 'staleAfter'>> & {
  /** What differs between the samples. */
  readonly vary?: (sample: number) => Partial<Pick<ValidRequest, 'query' | 'body' | 'values'>>;
};

/** Instants that differ by a millisecond are different searches. */
const FIRST_INSTANT = Date.UTC(2020, 0, 1);
const DRAFTS = [restoreSessions.draft, restoreSessions.secondDraft] as const;
/** F20 takes another list away. */
const WITHOUT_LIST = ['F20'];

const DETAILS: Readonly<Record<string, Details>> = {
  createOrUpdateAuthorization: {
    status: 201,
    vary: (sample) => ({
      values: { authorizationId: `a${sample}` },
      body: { properties: { authorizationType: 'OAuth2', oauth2grantType: 'AuthorizationCode' } },
    }),
  },
  listHealthEvents: {
    staleAfter: 400,
    // The filter keeps the list on one page: a link to a second page would have the emulator's port.
    vary: (sample) => ({
      values: { resourceName: `vm-${sample}` },
      query: "?api-version=2025-05-01&$filter=eventType%20eq%20'ServiceIssue'",
    }),
  },
  // A PATCH.
  updateStreamingJob: {},
  fetchHealthEventDetails: { vary: () => ({ values: { eventTrackingId: 'SEC7-QX4' } }) },
  searchRestorePoints: {
    staleAfter: 130,
    vary: (sample) => ({
      body: {
        ...validRequest('searchRestorePoints').body,
        protectionTimePeriod: { startDateTime: new Date(FIRST_INSTANT + sample).toISOString() },
      },
    }),
  },
  // Makes a link, which changes nothing: it is repeated as a search is. No member of its response is required.
  getAuthorizationLoginLinks: { skips: WITHOUT_LIST },
  listCustomers: { skips: WITHOUT_LIST, vary: () => ({ query: "?$filter=displayName%20eq%20'Nobody'" }) },
  authorizeModelCopy: { vary: (sample) => ({ body: { modelId: `m-${sample}` } }) },
  deleteRestoreSession: {
    status: 204,
    vary: (sample) => ({ values: { restoreSessionBaseId: DRAFTS[sample % DRAFTS.length] as string } }),
  },
  // Of a job that does not run, so that it changes nothing.
  stopStreamingJob: { vary: () => ({ values: { jobName: managed.jobs.created } }) },
  getCustomer: {},
};

const READ_MS = 8_000;

/** What decides how an operation meets a fault. */
type Kind = Pick<SampleOperation, 'group' | 'isCached'> & Pick<Operation, 'method'>;

function toKind({ effect, timeoutMs, responses, method, cache }: Operation): Kind {
  const isBodiless = Object.values(responses).every((members) => members === null);
  const writes = isBodiless ? 'bodiless' : 'writes';
  const group: Group = effect === 'changes' ? writes : timeoutMs > READ_MS ? 'search' : 'reads';
  return { group, method, isCached: cache !== undefined };
}

export const sampleOperations: readonly SampleOperation[] = operations.flatMap((operation) => {
  const { name, upstream, timeoutMs } = operation;
  const { vary, ...details } = DETAILS[name] ?? {};
  if (!(name in DETAILS)) return [];
  const request = validRequest(name);
  return {
    ...{ id: name, ...toKind(operation), api: API_OF[upstream], deadlineMs: timeoutMs },
    ...{ status: 200, skips: [], staleAfter: 0, ...details },
    toRequest(sample) {
      const { values, query = request.query, body = request.body } = vary?.(sample) ?? {};
      return {
        method: request.method,
        path: toPath(request, values) + query,
        ...(request.preconditions && { headers: request.preconditions }),
        ...(body && { body }),
      };
    },
  };
});

/** Returns the operation of this name. */
export function sampleOperation(id: string): SampleOperation {
  const found = sampleOperations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`${id} is not among the sample operations`);
  return found;
}

/** Returns the names of the operations of a kind that no sample has. */
export function listWithoutSample(): string[] {
  const name = ({ group, method, isCached }: Kind) => `${group} ${method} ${isCached}`;
  const sampled = new Set(sampleOperations.map(name));
  return operations.filter((operation) => !sampled.has(name(toKind(operation)))).map((operation) => operation.name);
}

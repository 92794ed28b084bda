/** Keys and options for TanStack Query 5. Only its types are imported. */
import type { DataTag } from '@tanstack/query-core';
import { FrontdeskError, passesByItself } from './error.ts';
import { readPageToken } from './pages.ts';
import { ROUTES } from './schema.ts';
import { MAX_WAIT_SECONDS } from './send.ts';
import type {
  Expand,
  FrontdeskClient,
  Input,
  OperationName,
  OperationResponse,
  PagedName,
  ProfileName,
  ReadData,
  ReadInput,
  ReadName,
  WriteName,
} from './types.ts';
import type { AnyCall, AnyInput, AnyResponse } from './untyped.ts';
import { isPending, waits } from './wait.ts';
import { readTimeToLive } from './watch.ts';

type Key<Name, Value> = readonly ['frontdesk', Name, Value];

interface Common {
  /** Failures that pass by themselves are repeated, three times. */
  retry(failureCount: number, error: Error): boolean;
  retryDelay(failureCount: number, error: Error): number;
  /** For how long the last response, or page, is still fresh; 0 for what Frontdesk does not store, and for restored data. */
  staleTime(query: object): number;
}

interface QueryContext {
  readonly signal: AbortSignal;
  readonly queryKey: readonly unknown[];
  readonly client: { getQueryCache(): { find(filters: Pick<QueryContext, 'queryKey'>): object | undefined } };
}

export interface QueryOptions<Data, QueryKey> extends Common {
  readonly queryKey: DataTag<QueryKey, Data>;
  queryFn(context: QueryContext): Promise<Data>;
}

interface Pages<Data> {
  readonly pages: Data[];
  readonly pageParams: (string | undefined)[];
}

export interface InfiniteQueryOptions<Data, QueryKey> extends Common {
  readonly queryKey: DataTag<QueryKey, Pages<Data>>;
  queryFn(context: QueryContext & { readonly pageParam: string | undefined }): Promise<Data>;
  readonly initialPageParam: undefined;
  getNextPageParam(page: Data): string | undefined;
}

export interface MutationOptions<Name extends WriteName, Profile extends ProfileName> {
  readonly mutationKey: readonly ['frontdesk', Name];
  mutationFn(input: Input<Name, Profile>): Promise<OperationResponse<Name, Profile>>;
  /** Invalidates the reads of what was written, unless nothing was sent; also once a pending write has ended. */
  onSettled(
    data: unknown,
    error: Error | null,
    input: Input<Name, Profile>,
    result: unknown,
    context: { readonly client: { invalidateQueries(filters: Pick<QueryContext, 'queryKey'>): Promise<unknown> } },
  ): Promise<void>;
}

/** Returns the key of every query of an operation, to invalidate them all; of one query with `input`. */
export function toQueryKey<Name extends OperationName, Value>(name: Name, input: Value): Key<Name, Value>;
export function toQueryKey<Name extends OperationName>(name: Name): readonly ['frontdesk', Name];
export function toQueryKey(name: string, input?: unknown): readonly unknown[] {
  return input === undefined ? ['frontdesk', name] : ['frontdesk', name, input];
}

/** Returns the options of a query, for `useQuery`. */
export function queryOptions<
  Name extends ReadName,
  Profile extends ProfileName,
  const Value extends Expand<Name, Profile> | undefined = undefined,
>(
  client: FrontdeskClient<Profile>,
  name: Name,
  input: ReadInput<Name, Profile, Value>,
): QueryOptions<ReadData<Name, Profile, Value>, Key<Name, ReadInput<Name, Profile, Value>>> {
  const call = client[name] as unknown as AnyCall;
  const options = {
    queryKey: toQueryKey(name, input),
    queryFn: (context: QueryContext) => read(call, input as AnyInput, context),
    ...common,
  };
  // The call's own type promises what it returns.
  return options as unknown as ReturnType<typeof queryOptions<Name, Profile, Value>>;
}

/** Returns the options of an infinite query: `useInfiniteQuery(infiniteQueryOptions(client, 'listItems', { companyId }))`. */
export function infiniteQueryOptions<
  Name extends PagedName,
  Profile extends ProfileName,
  const Value extends Expand<Name, Profile> | undefined = undefined,
>(
  client: FrontdeskClient<Profile>,
  name: Name,
  input: Omit<ReadInput<Name, Profile, Value>, '$skipToken'>,
): InfiniteQueryOptions<
  ReadData<Name, Profile, Value>,
  readonly ['frontdesk', Name, Omit<ReadInput<Name, Profile, Value>, '$skipToken'>, 'pages']
> {
  const call = client[name] as unknown as AnyCall;
  const options = {
    queryKey: [...toQueryKey(name, input), 'pages'],
    queryFn: ({ pageParam, ...context }: QueryContext & { readonly pageParam: string | undefined }) =>
      read(call, { ...input, $skipToken: pageParam }, context),
    initialPageParam: undefined,
    getNextPageParam: ({ body }: AnyResponse) => readPageToken(body),
    ...common,
  };
  return options as unknown as ReturnType<typeof infiniteQueryOptions<Name, Profile, Value>>;
}

/** Returns the options of a mutation: `useMutation(mutationOptions(client, 'createOrReplaceStreamingJob'))`. */
export function mutationOptions<Name extends WriteName, Profile extends ProfileName>(
  client: FrontdeskClient<Profile>,
  name: Name,
): MutationOptions<Name, Profile> {
  const call = client[name] as unknown as (
    input: Input<Name, Profile>,
  ) => ReturnType<MutationOptions<Name, Profile>['mutationFn']>;
  return {
    mutationKey: toQueryKey(name),
    mutationFn: (input) => call(input),
    onSettled: async (...[data, error, , , { client: queries }]) => {
      if (error instanceof FrontdeskError && error.outcome === 'not-sent') return;
      const keys = listReads(name).map((read) => toQueryKey(read));
      const invalidate = () => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
      const response = data as AnyResponse | undefined;
      // A failed write may have changed something, too.
      if (response && isPending(response))
        void (waits.get(response) ?? client.wait(response)).catch(() => {}).then(invalidate);
      await invalidate();
    },
  };
}

/** By query, in milliseconds. It is no part of the data, which stays equal where only the time differs. */
const staleTimes = new WeakMap<object, number>();

/** Returns plain JSON, which can be persisted and is compared by its members. */
async function read(call: AnyCall, input: AnyInput, { signal, queryKey, client: queries }: QueryContext) {
  const { status, body, etag, headers } = await call(input, { signal });
  const query = queries.getQueryCache().find({ queryKey });
  if (query) staleTimes.set(query, (readTimeToLive(headers) ?? 0) * 1_000);
  return { status, body, etag };
}

const toRetryAfter = (error: Error) => (error instanceof FrontdeskError && error.retryAfterSeconds) || 0;

const common: Common = {
  staleTime: (query) => staleTimes.get(query) ?? 0,
  // Nobody looks at a page for longer without an error.
  retry: (failureCount, error) =>
    failureCount < 3 && passesByItself(error, undefined) && toRetryAfter(error) <= MAX_WAIT_SECONDS,
  retryDelay: (failureCount, error) => Math.max(toRetryAfter(error), 2 ** failureCount) * 1_000,
};

/** Returns the reads of the resources that a write changes: theirs have the same name in the path. */
function listReads(write: WriteName): OperationName[] {
  const written = /([^/]+)\/\{\w+\}(?:\/\w+)?$/.exec(ROUTES[write].path)?.[1];
  const isOfWritten = ([, { method, path }]: [string, { readonly method: string; readonly path: string }]) =>
    method === 'GET' && /([^/]+?)(?:\/\{\w+\})?$/.exec(path)?.[1] === written;
  return Object.entries(ROUTES).flatMap((entry) => (isOfWritten(entry) ? [entry[0] as OperationName] : []));
}

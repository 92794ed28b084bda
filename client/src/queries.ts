/** Keys and options for TanStack Query 5. Only its types are imported. */
import type { DataTag } from '@tanstack/query-core';
import { FrontdeskError, passesByItself } from './error.ts';
import { readPageToken } from './pages.ts';
import { ROUTES } from './schema.ts';
import type {
  Expand,
  FrontdeskClient,
  Input,
  OperationName,
  OperationResponse,
  PagedName,
  ProfileName,
  ReadInput,
  ReadName,
  ReadResponse,
  WriteName,
} from './types.ts';
import type { AnyCall, AnyInput, AnyResponse } from './untyped.ts';
import { readTimeToLive } from './watch.ts';

type Key<Name, Value> = readonly ['frontdesk', Name, Value];

/** Which failures are repeated, and when: those that pass by themselves, three times. */
interface Retry {
  retry(failureCount: number, error: Error): boolean;
  retryDelay(failureCount: number, error: Error): number;
}

export interface QueryOptions<Data, QueryKey> extends Retry {
  readonly queryKey: DataTag<QueryKey, Data>;
  queryFn(context: { readonly signal: AbortSignal }): Promise<Data>;
  /** For how long the last response is still fresh; 0 for what Frontdesk does not store. */
  staleTime(query: { readonly state: { readonly data: Data | undefined } }): number;
}

interface Pages<Data> {
  readonly pages: Data[];
  readonly pageParams: (string | undefined)[];
}

export interface InfiniteQueryOptions<Data, QueryKey> extends Retry {
  readonly queryKey: DataTag<QueryKey, Pages<Data>>;
  queryFn(context: { readonly signal: AbortSignal; readonly pageParam: string | undefined }): Promise<Data>;
  readonly initialPageParam: undefined;
  getNextPageParam(page: Data): string | undefined;
  /** For how long the first page is still fresh. */
  staleTime(query: { readonly state: { readonly data: Pages<Data> | undefined } }): number;
}

interface MutationContext {
  readonly client: { invalidateQueries(filters: { readonly queryKey: readonly unknown[] }): Promise<unknown> };
}

export interface MutationOptions<Name extends WriteName, Profile extends ProfileName> {
  readonly mutationKey: readonly ['frontdesk', Name];
  mutationFn(input: Input<Name, Profile>): Promise<OperationResponse<Name, Profile>>;
  /** Invalidates the reads of what was written, unless it is certain that nothing was. */
  onSettled(
    data: unknown,
    error: Error | null,
    input: Input<Name, Profile>,
    result: unknown,
    context: MutationContext,
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
): QueryOptions<ReadResponse<Name, Profile, Value>, Key<Name, ReadInput<Name, Profile, Value>>> {
  const call = client[name] as unknown as AnyCall;
  const options = {
    queryKey: toQueryKey(name, input),
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => call(input as AnyInput, { signal }),
    staleTime: ({ state }: State<AnyResponse>) => toStaleTime(state.data),
    ...retries,
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
  ReadResponse<Name, Profile, Value>,
  readonly ['frontdesk', Name, Omit<ReadInput<Name, Profile, Value>, '$skipToken'>, 'pages']
> {
  const call = client[name] as unknown as AnyCall;
  const options = {
    queryKey: [...toQueryKey(name, input), 'pages'],
    queryFn: ({ signal, pageParam }: { readonly signal: AbortSignal; readonly pageParam: string | undefined }) =>
      call({ ...input, $skipToken: pageParam }, { signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ body }: AnyResponse) => readPageToken(body),
    staleTime: ({ state }: State<Pages<AnyResponse>>) => toStaleTime(state.data?.pages[0]),
    ...retries,
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
    onSettled: async (...[, error, , , context]) => {
      const isCertain = error instanceof FrontdeskError && /^(?:not-sent|rejected)$/.test(error.outcome ?? '');
      const reads = isCertain ? [] : listReads(name);
      await Promise.all(reads.map((read) => context.client.invalidateQueries({ queryKey: toQueryKey(read) })));
    },
  };
}

interface State<Data> {
  readonly state: { readonly data: Data | undefined };
}

const MAX_RETRIES = 3;
const MAX_DELAY_SECONDS = 30;

const retries: Retry = {
  retry: (failureCount, error) => failureCount < MAX_RETRIES && passesByItself(error, undefined),
  retryDelay: (failureCount, error) => {
    const retryAfter = error instanceof FrontdeskError ? error.retryAfterSeconds : undefined;
    return (retryAfter ?? Math.min(2 ** failureCount, MAX_DELAY_SECONDS)) * 1_000;
  },
};

function toStaleTime(response: AnyResponse | undefined): number {
  return ((response && readTimeToLive(response.headers)) ?? 0) * 1_000;
}

/** Returns the reads of the resources that a write changes: theirs have the same name in the path. */
function listReads(write: WriteName): OperationName[] {
  const written = /([^/]+)\/\{\w+\}(?:\/\w+)?$/.exec(ROUTES[write].path)?.[1];
  const isOfWritten = ([, { method, path }]: [string, { readonly method: string; readonly path: string }]) =>
    method === 'GET' && /([^/]+?)(?:\/\{\w+\})?$/.exec(path)?.[1] === written;
  return Object.entries(ROUTES).flatMap((entry) => (isOfWritten(entry) ? [entry[0] as OperationName] : []));
}

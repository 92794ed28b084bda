/** Keys and options for TanStack Query, whose `useQuery` takes them as they are. It needs no import of that library. */
import type { FrontdeskClient, Input, OperationResponse, ProfileName, ReadName } from './types.ts';

/** Options of one query. Two queries are the same if operation and input are. */
export interface QueryOptions<Name extends ReadName, Profile extends ProfileName> {
  readonly queryKey: readonly ['frontdesk', Name, Input<Name, Profile>];
  queryFn(context: { readonly signal?: AbortSignal }): Promise<OperationResponse<Name, Profile>>;
}

/** Returns the key of every query of an operation, to invalidate them all after a write; of one query with `input`. */
export function toQueryKey<Name extends ReadName, Value>(name: Name, input: Value): readonly ['frontdesk', Name, Value];
export function toQueryKey<Name extends ReadName>(name: Name): readonly ['frontdesk', Name];
export function toQueryKey(name: string, input?: unknown): readonly unknown[] {
  return input === undefined ? ['frontdesk', name] : ['frontdesk', name, input];
}

/** Returns the options of a query: `useQuery(queryOptions(client, 'getItem', { companyId, itemId }))`. */
export function queryOptions<Name extends ReadName, Profile extends ProfileName>(
  client: FrontdeskClient<Profile>,
  name: Name,
  input: Input<Name, Profile>,
): QueryOptions<Name, Profile> {
  const call = client[name] as (
    input: Input<Name, Profile>,
    options: { readonly signal?: AbortSignal },
  ) => Promise<OperationResponse<Name, Profile>>;
  return {
    queryKey: toQueryKey(name, input),
    queryFn: ({ signal }) => call(input, signal ? { signal } : {}),
  };
}

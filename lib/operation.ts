/** What an operation is: data that the pipeline understands. */
import type * as z from 'zod';
import type { CachePolicy } from './cache/freshness.ts';
import type { ErrorShape } from './http/error-body.ts';
import type { RequestRules } from './http/parse-request.ts';
import type { Profile, UpstreamName } from './profiles.ts';
import type { Idempotency } from './upstream/retry.ts';

/** A schema, or one that differs between the clouds. */
type Profiled<T> = T | ((profile: Profile) => T);

export interface Operation<Path extends string = string, Content = Profiled<z.ZodType>, Query = Profiled<z.ZodObject>> {
  /** The function's name. */
  readonly name: string;
  readonly summary: string;
  /** Where the operation is specified. */
  readonly source: string;
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** The specification's own path: Frontdesk's route and the path below the upstream's base. `{name}` takes one segment's value. */
  readonly path: Path;
  readonly access: {
    readonly role: string;
    /** What the operation acts on, matched against the policy's grants; the operation's own path when absent. */
    readonly resource?: string;
  };
  readonly request: Omit<RequestRules, 'params' | 'query' | 'body'> & {
    readonly params: z.ZodObject<{ [Name in PathParameter<Path>]: z.ZodType<string> }>;
    readonly query?: Query;
    readonly body?: Content;
  };
  readonly upstream: UpstreamName;
  /** Everything inside: token, keys, table, tries. */
  readonly timeoutMs: number;
  /** How the upstream is asked: how often at most, how long each time, and what a repeat would do (reliability 4.1). */
  readonly attempts: { readonly max: number; readonly timeoutMs: number; readonly idempotency: Idempotency };
  /** The statuses that are a success, with the content of each; null is none. */
  readonly responses: Readonly<Record<number, Content | null>>;
  /** Codes of an upstream's 403 that speak of the resource, not of the managed identity: relayed instead of a 502. */
  readonly relayed403Codes?: readonly string[];
  readonly errors: ErrorShape;
  /** The answer bears secrets that were written; they are cut out of it, and out of the upstream's errors. */
  readonly redactsSecrets?: true;
  /** The answer is a page whose `nextLink` leads through Frontdesk. */
  readonly paged?: true;
  readonly cache?: OperationCache;
}

/** Without one, an answer is `no-store`. */
export interface OperationCache extends CachePolicy {
  /** Paths that differ in case alone name the same thing, as all management paths do. */
  readonly ignoresPathCase?: true;
  /** The content in the form that equal requests share; it must leave nothing out. Without one, the text as it came. */
  readonly toCanonicalBody?: (body: unknown) => unknown;
  /** Epoch milliseconds from which the content says of itself that it is void. */
  readonly toExpiry?: (body: unknown) => number | undefined;
}

/** An operation in the names of one cloud. */
export interface CloudOperation extends Operation<string, z.ZodType, z.ZodObject> {
  /** Frontdesk's own path: the operation's, behind the version segment that the cloud counts to the base address. */
  readonly route: string;
}

type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

/** Declares an operation; a path parameter that `request.params` does not declare is a compile error. */
export function defineOperation<const Path extends string>(operation: Operation<Path>): Operation<Path> {
  return operation;
}

/**
 * Answers the operation in the names of one cloud; the definitions bear the specification's. Schemas that differ between the clouds
 * are made when they are first asked for: they would take a good part of a start.
 */
export function toCloudOperation(operation: Operation, profile: Profile): CloudOperation {
  const path = operation.path
    .replaceAll('/Vendor.', `/${profile.namespace}.`)
    .replace('/vendor-docs/', `/${profile.documentPath}/`);
  const toRequest = once(() => {
    const { body, query, ...request } = operation.request;
    return { ...request, ...(query && { query: resolve(query) }), ...(body && { body: resolve(body) }) };
  });
  const toResponses = once(() => {
    const responses = Object.entries(operation.responses);
    return Object.fromEntries(responses.map(([status, body]) => [status, body && resolve(body)]));
  });
  return {
    ...operation,
    path,
    route: (profile.routePrefix[operation.upstream] ?? '') + path,
    get request() {
      return toRequest();
    },
    get responses() {
      return toResponses();
    },
  };

  function resolve<Schema extends z.ZodType>(schema: Profiled<Schema>): Schema {
    return typeof schema === 'function' ? schema(profile) : schema;
  }
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

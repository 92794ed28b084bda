/** What an operation is: data for the pipeline, in the specification's names (profile `vendor`), and the defaults of a read and a write. */
import * as z from 'zod';
import type { Role } from './auth/access-policy.ts';
import type { CachePolicy } from './cache/freshness.ts';
import { NAMED_VALUES, pathValue } from './contracts/path-values.ts';
import type { Definition } from './contracts/schema/resource.ts';
import type { ErrorFormatName } from './http/error-formats.ts';
import type { RequestRules } from './http/parse-request.ts';
import type { Profile } from './profiles.ts';
import type { RequiredMembers } from './upstream/accept-response.ts';
import type { Withheld } from './upstream/redact.ts';
import { UPSTREAMS, type UpstreamEntry, type UpstreamName } from './upstream/upstreams.ts';

/** A value, or a function of the profile where the profiles differ. */
export type Profiled<T> = T | ((profile: Profile) => T);

export interface Operation<Path extends string = string, Body = Profiled<Definition>, Query = Profiled<z.ZodObject>> {
  readonly name: string;
  readonly summary: string;
  /** Rules of docs/specification.md. */
  readonly source: string;
  readonly method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE';
  /** What a call does upstream. `none`: it may be repeated and be a part of a batch, as all GETs; also a search by POST. */
  readonly effect: 'none' | 'changes';
  /** Frontdesk's route and the path below the upstream's base URL. `{name}` takes one segment's value. */
  readonly path: Path;
  readonly access: {
    readonly role: Role;
    /** Path that is matched against the policy's grants; the operation's own path when absent. */
    readonly resource?: string;
    /** The response lists the resources right below that path: a grant on one is enough, and the caller sees only those that grants cover. */
    readonly each?: ListedResources;
  };
  readonly request: Omit<RequestRules, 'params' | 'query' | 'body'> & {
    readonly params: z.ZodObject<{ [Name in PathParameter<Path>]: z.ZodType<string> }>;
    readonly query?: Query;
    readonly body?: Body;
  };
  readonly upstream: UpstreamName;
  /** Headers of every upstream request of this operation. */
  readonly upstreamHeaders?: Readonly<Record<string, string>>;
  /**
   * Milliseconds for everything: keys, table, token, place, attempts. An attempt has no other limit: slow is not dead.
   * A write has 28 s at most, or says why: an instance that the platform stops has 30 s (I11).
   */
  readonly timeoutMs: number;
  /** Statuses of success with the members that their body must have; null means no body. Its schema is in tools/openapi/contracts. */
  readonly responses: Readonly<Record<number, RequiredMembers | null>>;
  readonly errors: ErrorFormatName;
  /** The response is the secret, so it is neither redacted nor compressed; other writes' responses have their secrets removed. */
  readonly returnsSecret?: true;
  /** Texts of a list's sensitive elements, which are removed also where the upstream returns them. */
  readonly withheld?: Withheld;
  /** The response of this read can have secrets, which are removed. */
  readonly redactsSecrets: boolean;
  /** Changes what runs, or cannot be undone: served only where the setting OPERATIONS names it. */
  readonly isLifecycle?: true;
  /** The body's member, a text or a list, that names what the operation is about, which its path does not; for the log. */
  readonly auditedMember?: string;
  /** The log says that the caller read sensitive text. */
  readonly readsSensitiveText?: true;
  /** The response is a page; its link to the next one is rewritten to lead through Frontdesk. */
  readonly paged?: Paged;
  /** Responses are `no-store` when absent. */
  readonly cache?: OperationCache;
}

/** The member that is the list, and that of an element which is the last segment of the resource's path. */
export interface ListedResources {
  readonly list: string;
  readonly id: string;
}

interface Paged {
  readonly link: 'nextLink' | '@odata.nextLink';
  /** Encoded paths of other collections to which the upstream's links may lead. */
  readonly siblings?: readonly string[];
}

export interface OperationCache extends CachePolicy {
  /** Returns the body in the form that equal requests share, without omitting anything; the text itself when absent. */
  readonly toCanonicalBody?: (body: unknown) => unknown;
  /** Returns the epoch milliseconds at which the response's own content expires. */
  readonly toExpiry?: (elements: readonly unknown[]) => number | undefined;
}

type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

/** What may be left out of a definition. */
type Defaulted = 'method' | 'effect' | 'timeoutMs' | 'responses' | 'errors' | 'redactsSecrets';

type OperationDefinition<Path extends string> = Omit<Operation<Path>, Defaulted | 'request' | 'paged'> &
  Partial<Pick<Operation<Path>, Defaulted>> & {
    readonly request?: Omit<Operation<Path>['request'], 'params'> & {
      /** Path parameters whose values have another rule than that of their name, or of the upstream. */
      readonly params?: Readonly<Partial<Record<PathParameter<Path>, z.ZodType<string>>>>;
    };
    /** `true`: a page as the upstream's others. */
    readonly paged?: true | Omit<Paged, 'link'>;
  };

const TIMEOUTS_MS = { none: 8_000, changes: 15_000 } as const;

/** Declares an operation: a read unless it says otherwise, a list if it is paged. Rules of path parameters are found by their names. */
export function defineOperation<const Path extends string>(definition: OperationDefinition<Path>): Operation<Path> {
  const { method = 'GET', access, request, paged, ...others } = definition;
  const { errors, nextLink, holdsSecrets, resource, list }: UpstreamEntry = UPSTREAMS[definition.upstream];
  const effect = definition.effect ?? (method === 'GET' ? 'none' : 'changes');
  return {
    timeoutMs: TIMEOUTS_MS[effect],
    responses: listResponses(method, definition),
    errors,
    redactsSecrets: holdsSecrets === true && method === 'GET',
    ...others,
    method,
    effect,
    access: { ...(resource && { resource }), ...access },
    request: {
      ...(paged && list),
      ...request,
      // Made for the first call.
      get params() {
        return toParams(definition);
      },
    },
    ...(paged && { paged: { link: nextLink, ...(paged === true ? {} : paged) } }),
  } as Operation<Path>;
}

function listResponses(method: Operation['method'], { upstream, paged }: OperationDefinition<string>) {
  const { members = [], listedMembers = [] }: UpstreamEntry = UPSTREAMS[upstream];
  if (paged) return { 200: { list: 'value', each: listedMembers } };
  return {
    GET: { 200: members },
    PUT: { 200: members, 201: members },
    PATCH: { 200: members },
    POST: { 200: null },
    DELETE: { 200: null, 204: null },
  }[method];
}

function toParams<Path extends string>({ path, upstream, request }: OperationDefinition<Path>) {
  const { pathValue: usual = pathValue }: UpstreamEntry = UPSTREAMS[upstream];
  const rules: Readonly<Record<string, z.ZodType<string>>> = { ...NAMED_VALUES, ...request?.params };
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  return z.object(Object.fromEntries(names.map((name) => [name, rules[name] ?? usual])));
}

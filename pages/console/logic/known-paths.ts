/** What the paths of resources say: names by type, in the order in which the paths are known. */

/** A path such as `/subscriptions/s/resourceGroups/g`, or below it. */
export interface KnownPath {
  readonly path: string;
  /** Of its last segment, where that is an id. */
  readonly name?: string | undefined;
}

/** Names by type in lower case: `{ subscriptions: 's', resourcegroups: 'g', service: 'gateway' }`. */
export type Names = Readonly<Record<string, string>>;

/** Reads the names in a path, and the path up to the last one. */
export function parsePath(path: string) {
  const segments = path.split('/').slice(1);
  const names: Record<string, string> = {};
  let end = 0;
  for (let index = 0; index + 1 < segments.length; index = end) {
    // A namespace is between the names.
    const at = segments[index]?.toLowerCase() === 'providers' ? index + 2 : index;
    const [type, name] = [segments[at], segments[at + 1]];
    if (type === undefined || name === undefined) break;
    names[type.toLowerCase()] = name;
    end = at + 2;
  }
  return { names, path: `/${segments.slice(0, end).join('/')}`, isComplete: end === segments.length };
}

/** Names of the types that have pickers begin so, below the prefixes of the profiles. */
const ROOT = /^.*?(\/subscriptions\/|\/companies\/|\/solutions\/backupRestore\/restoreSessions\/)/;

/** Returns the path of the resource that a request is about; undefined for a list and for what no picker offers. */
export function toResourcePath(method: string, url: string): string | undefined {
  const [encoded = ''] = url.split('?');
  const path = encoded
    .replace(/\/companies\(([^)]*)\)/, '/companies/$1')
    .replace(/\(([^)]*)\)/, '/$1')
    .replace(/\/providers\/[^/]+\.ResourceHealth\/.*$/i, '');
  if (!ROOT.test(path)) return undefined;
  const { path: resource, names, isComplete } = parsePath(decodeURIComponent(path.replace(ROOT, '$1')));
  const isList = method === 'GET' && !isComplete;
  return isList || Object.keys(names).length < 2 ? undefined : resource;
}

/** Returns the names of one type within others: `listNames(paths, { subscriptions: 's' }, 'resourceGroups')`. */
export function listNames(paths: readonly KnownPath[], within: Names, type: string): readonly string[] {
  return withoutRepeats(listWithin(paths, within).flatMap(({ names }) => names[type.toLowerCase()] ?? []));
}

/** Returns the ids of resources within others: `listResources(paths, { resourcegroups: 'g' })`. */
export function listResources(paths: readonly KnownPath[], within: Names): readonly string[] {
  // What is in an API gateway has no health of its own.
  const ids = listWithin(paths, within).map(({ given }) =>
    given.replace(/(\.ApiManagement\/service\/[^/]+)\/.*$/i, '$1'),
  );
  return withoutRepeats(ids.filter((id) => /\/providers\/[^/]+\/[^/]+\/[^/]+/.test(id)));
}

function listWithin(paths: readonly KnownPath[], within: Names) {
  const isSame = (one: string | undefined, other: string | undefined) => one?.toLowerCase() === other?.toLowerCase();
  return paths
    .map(({ path }) => ({ given: path, ...parsePath(path) }))
    .filter(({ names }) => Object.entries(within).every(([type, name]) => isSame(names[type.toLowerCase()], name)));
}

/** Returns whether a path is a granted one or below it. */
export function isGranted(path: string, granted: readonly string[]): boolean {
  const lower = `${path.toLowerCase()}/`;
  return granted.some((each) => each === '*' || lower.startsWith(`${each.toLowerCase()}/`));
}

function withoutRepeats(ids: readonly string[]): readonly string[] {
  return [...new Map(ids.toReversed().map((id) => [id.toLowerCase(), id])).values()].toReversed();
}

const RESOURCE_ID =
  /^\/?subscriptions\/(?<subscriptionId>[^/]+)\/resourceGroups\/(?<resourceGroupName>[^/]+)\/providers\/(?<resourceProviderNamespace>[^/]+)(?:\/(?<parentType>[^/]+)\/(?<parentName>[^/]+))?\/(?<resourceType>[^/]+)\/(?<resourceName>[^/]+)\/?$/i;

export interface ResourceId {
  readonly subscriptionId: string;
  readonly resourceGroupName: string;
  readonly resourceProviderNamespace: string;
  /** Only of a nested resource. */
  readonly parentType?: string;
  readonly parentName?: string;
  readonly resourceType: string;
  readonly resourceName: string;
}

/** Returns the parts, or undefined if the text is not a resource id or is nested more than one level. */
export function parseResourceId(text: string): ResourceId | undefined {
  return RESOURCE_ID.exec(text.trim())?.groups as ResourceId | undefined;
}

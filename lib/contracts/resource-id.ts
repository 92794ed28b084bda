/** The form of resource ids in bodies. Source: Azure Resource Manager, resource ids. */

/** A segment has no separators, escapes or controls, and does not end in a dot or space, which some servers drop. */
const SEGMENT = /^(?! )[\p{L}\p{M}\p{N}_()~!$'@=+,. -]*(?<![. ])$/u;

/** More than any resource has. */
const MAX_SEGMENTS = 50;

/** Segments that lead out of the service: an id with one of them at any place is not relative. */
const OUTSIDE = new Set(['subscriptions', 'resourcegroups', 'providers', 'tenants']);

/**
 * True for a full id (`/subscriptions/…`) and one that is relative to the operation's own service (`/loggers/monitor`);
 * an empty one names nothing. Letters must be in their normal form: look-alikes of another resource are none.
 */
export function isResourceId(id: string): boolean {
  if (id === '') return true;
  const segments = splitId(id);
  if (segments.length > MAX_SEGMENTS) return false;
  return id.normalize('NFKC') === id && segments.every((segment) => segment !== '' && SEGMENT.test(segment));
}

/** Returns the path of a full id, with a leading slash; undefined for a relative one, which the service itself resolves. */
export function toFullPath(id: string): string | undefined {
  const segments = splitId(id);
  const isFull = segments.some((segment) => OUTSIDE.has(segment.toLowerCase()));
  return isFull ? `/${segments.join('/')}` : undefined;
}

/** True for a text that starts like a full id: in members that are not described, only this shows an id. */
export function startsLikeFullId(text: string): boolean {
  return /^\s*[/\\]*subscriptions[/\\]/i.test(text);
}

function splitId(id: string): string[] {
  return id.replace(/^\//, '').replace(/\/$/, '').split('/');
}

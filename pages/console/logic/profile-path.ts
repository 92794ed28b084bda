/** Paths of the specification in the names of the deployment's profile. */
import type { Profile } from '../../../lib/profiles.ts';

/** Returns the path that a deployment with this profile serves; `path` may have a query. */
export function toProfilePath(path: string, { namespace, documentPath, routePrefix }: Profile): string {
  return path
    .replace(/\/providers\/Vendor\./g, `/providers/${namespace}.`)
    .replace(/^\/vendor-docs\//, `/${documentPath}/`)
    .replace(/^\/solutions\//, `${routePrefix.backupRestore ?? ''}/solutions/`)
    .replace(/^\/companies(?=\(|$)/, `${routePrefix.businessData ?? ''}/companies`);
}

const MAX_SEGMENTS = 4;

/** Returns the last four segments of a longer path, to display it. */
export function shortenPath(path: string): string {
  const segments = path.slice(1).split('/');
  return segments.length > MAX_SEGMENTS ? `…/${segments.slice(-MAX_SEGMENTS).join('/')}` : path;
}

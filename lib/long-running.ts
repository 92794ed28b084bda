/** Long-running writes: the upstream's addresses to watch one are kept, and the caller gets ours. Source: docs/specification.md#lost-and-long-running-writes. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { fillPath } from './http/path.ts';
import type { RequestContext } from './request-context.ts';
import type { Upstream } from './upstream/upstreams.ts';

/** Where a caller finds them. */
export const ADDRESS_PATH = '/operations/{operationId}';
const LIFE_MS = 24 * 3_600_000;

/** One address, as it is kept. */
export const KeptAddress = z.object({
  tenant: z.string(),
  /** Name and path parameters of the write. */
  operation: z.string(),
  params: z.record(z.string(), z.string()),
  /** Path and query below the upstream's base path, every byte unchanged: it is signed. */
  target: z.string(),
});

/** Returns an upstream's addresses, by the names of their headers, as ours. One that leads elsewhere is left out. */
export async function toCallerAddresses(
  { operation, services, caller, parsed }: RequestContext,
  addresses: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const base = services.upstreams[operation.upstream];
  const headers: Record<string, string> = {};
  for (const [name, address] of Object.entries(addresses)) {
    const target = toTarget(address, base);
    if (target === undefined) continue;
    const kept = { tenant: caller.tenant, operation: operation.name, params: parsed.params, target };
    const text = JSON.stringify({ ...kept, nonce: randomUUID() });
    const id = await services.addresses.put(text, LIFE_MS);
    headers[name] = services.publicUrl + fillPath(ADDRESS_PATH, { operationId: id });
  }
  return headers;
}

/** Returns path and query below the base path, the query unchanged; undefined for an address elsewhere. */
function toTarget(address: string, { origin, basePath }: Upstream): string | undefined {
  if (!URL.canParse(address, origin) || !/^[\x21-\x7e]+$/.test(address)) return undefined;
  const { origin: host, pathname, username, hash } = new URL(address, origin);
  if (host !== origin || username !== '' || hash !== '' || !pathname.startsWith(`${basePath}/`)) return undefined;
  const [query] = /\?.*$/.exec(address) ?? [''];
  return pathname.slice(basePath.length) + query;
}

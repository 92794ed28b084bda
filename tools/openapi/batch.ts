/** Batches, which are no operations of the list: each part is authorized separately. Source: docs/specification.md#batches. */

import { companies, items, restoreSessions } from '../../dev/seed.ts';
import { BATCH_RULES, BATCH_TIMEOUT_MS, listBatchRoutes } from '../../lib/batch.ts';
import { type CompiledOperation, compileOperation } from '../../lib/compile-operation.ts';
import { BatchRequest, MAX_PARTS } from '../../lib/http/batch.ts';
import { defineOperation } from '../../lib/operation.ts';
import type { Profile } from '../../lib/profiles.ts';
import type { OperationSample } from './samples.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

export const BATCH_TAG = { name: 'Batches', description: 'Many requests that change nothing, in one.' };

export function compileBatches(profile: Profile): readonly CompiledOperation[] {
  return listBatchRoutes(profile).map(({ name, prefix, route }) => {
    const operation = defineOperation({
      name,
      summary: prefix ? `Send many requests below ${prefix}` : 'Send many requests',
      source: 'docs/specification.md#batches',
      method: 'POST',
      path: route,
      access: { role: 'HealthEvents.Read' },
      effect: 'none',
      request: { ...BATCH_RULES, body: BatchRequest },
      // One whose names and prefixes are not changed.
      upstream: 'documentModels',
      timeoutMs: BATCH_TIMEOUT_MS,
      responses: { 200: ['responses'] },
      errors: 'backupRestore',
    });
    return compileOperation(operation, profile);
  });
}

export function isBatch({ route }: Pick<CompiledOperation, 'route'>): boolean {
  return route.endsWith('/$batch');
}

/** Returns the described batch without the access of an operation. */
export function describeBatch<Described extends { readonly 'x-app-role': string; readonly 'x-acts-on': string }>(
  described: Described,
) {
  const { 'x-app-role': _, 'x-acts-on': __, ...rest } = described;
  const description =
    `Returns the responses to up to ${MAX_PARTS} reads. Use it where a page loads many resources at once.\n\n` +
    'Needs a token with the role of any operation: each part is authorized, limited, cached and logged as the same request by itself. ' +
    'A part returns what the single request does, or a failure of the batch: `unsupported_in_batch` (it may change something), ' +
    '`unsupported_dependency` (it has `dependsOn`), `route_not_found`, `batch_too_large` (2 MiB for all), and 504 `upstream_timeout` ' +
    `after ${BATCH_TIMEOUT_MS / 1000} s.`;
  return { ...rest, tags: [BATCH_TAG.name], description };
}

/** Returns the samples by the batch's name: one part succeeds, and one fails. */
export function sampleBatches(profile: Profile): Readonly<Record<string, OperationSample>> {
  const samples = listBatchRoutes(profile).map(({ name, prefix }) => {
    const isOfGraph = prefix !== '' && prefix === profile.routePrefix.backupRestore;
    const list = isOfGraph ? '/solutions/backupRestore/restoreSessions' : `/companies(${companies.contoso})/items`;
    const ids = isOfGraph ? [restoreSessions.completed, UNKNOWN] : [items.contoso.bicycle, UNKNOWN];
    const below = prefix ? list : (profile.routePrefix.businessData ?? '') + list;
    const urls = ids.map((id) => (isOfGraph ? `${below}/${id}` : `${below}(${id})`));
    const requests = urls.map((url, index) => ({ id: String(index + 1), method: 'GET', url }));
    return [name, { body: { requests }, failing: [{ body: { requests: [] } }] }] as const;
  });
  return Object.fromEntries(samples);
}

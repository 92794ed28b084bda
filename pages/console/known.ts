/** What the pickers know without a list of the cloud's: recent paths, the caller's grants, the local stack's samples. */
import { computed, signal } from '@preact/signals';
import type { Config } from './config.ts';
import { type Samples, samples } from './control.ts';
import { isGranted, type KnownPath, listNames } from './logic/known-paths.ts';
import { findName, recent } from './memory.ts';
import { getToken, session } from './session.ts';

/** Granted resources; undefined if they are not known. */
const granted = signal<readonly string[] | undefined>(undefined);

interface GrantsResponse {
  readonly value: readonly { readonly resources: readonly string[] }[];
}

const TIMEOUT_MS = 3000;

/** Reads what the user may touch. Without it the pickers offer less: it does not throw. */
export async function loadGrants(config: Config): Promise<void> {
  if (session.value === undefined) return;
  try {
    const headers = { authorization: `Bearer ${await getToken(config)}` };
    const response = await fetch('/console/me/grants', { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) return;
    const { value }: GrantsResponse = await response.json();
    granted.value = value.flatMap(({ resources }) => resources);
  } catch {
    // As above.
  }
}

/** What may be picked: recent first, then what grants name, then samples that grants cover. */
export const knownPaths = computed<readonly KnownPath[]>(() => {
  const sampled = listSamplePaths(samples.value);
  const resources = granted.value;
  return [
    ...recent.value,
    ...(resources ?? []).filter((path) => path !== '*').map((path) => ({ path })),
    ...(resources ? sampled.filter(({ path }) => isGranted(path, resources)) : sampled),
  ];
});

function listSamplePaths({ subscriptions, companies, paths }: Samples): readonly KnownPath[] {
  return [
    ...subscriptions.map(({ id, name }) => ({ path: `/subscriptions/${id}`, name })),
    ...companies.flatMap(({ id, name, customers, items }) => [
      { path: `/companies/${id}`, name },
      ...customers.map((customer) => ({ path: `/companies/${id}/customers/${customer.id}`, name: customer.name })),
      ...items.map((item) => ({ path: `/companies/${id}/items/${item.id}`, name: item.name })),
    ]),
    ...paths.map((path) => ({ path })),
  ];
}

/** Returns the name of an id: as a list, a recent choice or the local stack has it. */
export function findKnownName(id: string): string | undefined {
  return findName(id) ?? listSamplePaths(samples.value).find(({ path }) => path.endsWith(`/${id}`))?.name;
}

/** Returns the first known name of a type within others; empty if none is known. */
export function firstKnown(within: Readonly<Record<string, string>>, type: string): string {
  return listNames(knownPaths.value, within, type)[0]?.id ?? '';
}

/** Returns whether grants cover a path, as far as they are known. */
export function mayTouch(path: string): boolean {
  return granted.value === undefined || isGranted(path, granted.value);
}

/** What the fields offer without a list of the cloud's: recent paths, the caller's grants, the local stack's samples. */
import { computed, signal } from '@preact/signals';
import { type Samples, samples } from './control.ts';
import { isGranted, type KnownPath } from './logic/known-paths.ts';
import { findName, recent } from './memory.ts';
import { getToken, isExpired, session } from './session.ts';

/** The user's grants; undefined if they are not known. */
const grants = signal<readonly Grant[] | undefined>(undefined);

export interface Grant {
  readonly roles: readonly string[];
  readonly resources: readonly string[];
}

/** Returns the user's grant that covers a role on a path; undefined if none does, or none is known. */
export function findGrant(role: string, path: string): Grant | undefined {
  return grants.value?.find(({ roles, resources }) => roles.includes(role) && isGranted(path, resources));
}

/** Returns the resources that the user's grants of a role name; without a role they are not this user's to know. */
export function describeGrants(role: string | undefined): string {
  if (role === undefined || grants.value === undefined) return 'No grant of it covers this resource.';
  const resources = grants.value.filter(({ roles }) => roles.includes(role)).flatMap((grant) => grant.resources);
  return resources.length === 0
    ? 'No grant gives it to you on any resource.'
    : `No grant covers this resource; yours are for ${[...new Set(resources)].join(', ')}.`;
}

const TIMEOUT_MS = 3000;

/** Reads what the user may touch. Without it the pickers offer less: it does not throw, and a lost response is tried again. */
export async function loadGrants(): Promise<void> {
  if (session.value === undefined) return;
  try {
    const headers = { authorization: `Bearer ${await getToken()}` };
    const response = await fetch('/console/me/grants', { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) return;
    const { value }: { readonly value: readonly Grant[] } = await response.json();
    grants.value = value;
  } catch {
    if (!isExpired.value) setTimeout(() => void loadGrants(), TIMEOUT_MS);
  }
}

/** Companies that a list has named. */
const companies = signal<readonly string[]>([]);

export function rememberCompanies(ids: readonly string[]): void {
  companies.value = ids;
}

/** What may be picked: recent first, then what grants name, then samples that grants cover. */
export const knownPaths = computed<readonly KnownPath[]>(() => {
  const sampled = listSamplePaths(samples.value);
  const resources = grants.value?.flatMap((grant) => grant.resources);
  return [
    ...recent.value,
    ...(resources ?? []).filter((path) => path !== '*').map((path) => ({ path })),
    ...companies.value.map((id) => ({ path: `/companies/${id}` })),
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

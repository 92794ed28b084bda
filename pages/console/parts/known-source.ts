/** Lists of what has no list operation: subscriptions, resource groups, resources, services. */
import { findKnownName, knownPaths } from '../known.ts';
import { toTitle } from '../logic/format.ts';
import { type KnownName, listNames, listResources } from '../logic/known-paths.ts';
import { parseResourceId, type Scope } from '../logic/resource-id.ts';
import type { Choice, Source } from './use-picker.ts';

/** Names of a type within others: `toKnownSource({ subscriptions: id }, 'resourceGroups')`. */
export function toKnownSource(within: Readonly<Record<string, string>>, type: string): Source {
  const names = listNames(knownPaths.value, within, type);
  const toChoice = ({ id }: KnownName): Choice => ({ id, name: findKnownName(id) });
  return toSource(`${type} ${JSON.stringify(within)}`, names, toChoice);
}

/** The resources of a resource group. */
export function toResourceSource({ subscriptionId, resourceGroupName }: Scope): Source {
  const within = { subscriptions: subscriptionId, resourcegroups: resourceGroupName };
  const resources = listResources(knownPaths.value, within).filter(({ id }) => parseResourceId(id) !== undefined);
  return toSource(`resources ${JSON.stringify(within)}`, resources, ({ id }) => ({
    id,
    name: toResourceName(id),
    detail: toResourceType(id),
  }));
}

function toSource(key: string, names: readonly KnownName[], toChoice: (name: KnownName) => Choice): Source {
  return {
    key,
    recent: names.filter(({ isRecent }) => isRecent).map(toChoice),
    load: async () => ({ choices: names.filter(({ isRecent }) => !isRecent).map(toChoice), next: undefined }),
  };
}

/** `sql-shop / orders` of a nested resource. */
export function toResourceName(id: string): string | undefined {
  const { parent, resourceName } = parseResourceId(id) ?? {};
  return parent ? `${parent.parentName} / ${resourceName}` : resourceName;
}

function toResourceType(id: string): string {
  return toTitle(parseResourceId(id)?.resourceType ?? '');
}

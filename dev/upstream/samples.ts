/** The seed data by name, for the console's pick lists. */
import {
  companies,
  customers,
  items,
  managed,
  protectionUnits,
  resourceGroup,
  resources,
  subscriptions,
} from '../seed.ts';
import { apiNames, findApi } from './apis.ts';
import type { ProfileNames } from './profiles.ts';

export function toSamples({ namespace }: ProfileNames) {
  return {
    services: apiNames.map((name) => [name, findApi(name).title] as const),
    subscriptions: toNamed(subscriptions),
    paths: listPaths().map((path) => path.replace('Vendor', namespace)),
    protectionUnits: toNamed(protectionUnits),
    companies: toNamed(companies).map((company) => {
      const owner = company.name.toLowerCase() as keyof typeof companies;
      return { ...company, customers: toNamed(customers[owner]), items: toNamed(items[owner]) };
    }),
  };
}

/** Resource groups, and resources in them. */
function listPaths(): readonly string[] {
  const groups = Object.values(subscriptions).map((id) => `/subscriptions/${id}/resourceGroups/${resourceGroup}`);
  const service = `${groups[0]}/providers/Vendor.ApiManagement/service/${managed.service}`;
  const parts = [`${service}/authorizationProviders/${managed.provider}`, `${service}/apis/${managed.api}`];
  return [...groups, ...Object.values(resources), ...parts];
}

/** Turns `schoolOfFineArt` into `School of fine art`. */
function toNamed(ids: Readonly<Record<string, string>>) {
  return Object.entries(ids).map(([key, id]) => {
    const words = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return { id, name: words.charAt(0).toUpperCase() + words.slice(1) };
  });
}

/** The seed data by name, for the console's pick lists. */
import {
  companies,
  customers,
  items,
  protectionUnits,
  resourceGroup,
  resources,
  restoreSessions,
  subscriptions,
  takenModelId,
} from '../seed.ts';
import type { ProfileNames } from './profiles.ts';

interface Sample {
  readonly id: string;
  readonly name: string;
}

interface SampleCompany extends Sample {
  readonly customers: readonly Sample[];
  readonly items: readonly Sample[];
}

export interface Samples {
  readonly subscriptions: readonly Sample[];
  readonly resourceGroup: string;
  readonly resources: readonly Sample[];
  readonly protectionUnits: readonly Sample[];
  readonly restoreSessions: readonly Sample[];
  readonly companies: readonly SampleCompany[];
  /** The id of an existing model: a copy to it is rejected. */
  readonly takenModelId: string;
}

export function toSamples({ namespace }: ProfileNames): Samples {
  return {
    subscriptions: toNamed(subscriptions),
    resourceGroup,
    resources: toNamed(resources).map(({ id, name }) => ({ id: id.replace('Vendor', namespace), name })),
    protectionUnits: toNamed(protectionUnits),
    restoreSessions: toNamed(restoreSessions),
    companies: toNamed(companies).map((company) => {
      const owner = company.name.toLowerCase() as keyof typeof companies;
      return { ...company, customers: toNamed(customers[owner]), items: toNamed(items[owner]) };
    }),
    takenModelId,
  };
}

/** Turns `schoolOfFineArt` into `School of fine art`. */
function toNamed(ids: Readonly<Record<string, string>>): readonly Sample[] {
  return Object.entries(ids).map(([key, id]) => {
    const words = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return { id, name: words.charAt(0).toUpperCase() + words.slice(1) };
  });
}

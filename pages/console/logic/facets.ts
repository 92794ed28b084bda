/** Filters for the loaded events. */
import type { HealthEvent } from '../../../client/src/index.ts';

type FacetName = 'level' | 'status' | 'region';

/** Selected values per facet; an empty list selects all. */
export type Facets = Readonly<Record<FacetName, readonly string[]>>;

export const NO_FACETS: Facets = { level: [], status: [], region: [] };

const READERS: Readonly<Record<FacetName, (event: HealthEvent) => readonly string[]>> = {
  level: (event) => [toLevel(event)],
  status: ({ properties }) => [properties?.status ?? 'Unknown'],
  region: (event) => listRegions(event),
};

const TITLES: Readonly<Record<FacetName, string>> = { level: 'Level', status: 'Status', region: 'Region' };

const LEVELS = ['Critical', 'Error', 'Warning', 'Informational'];

export function toLevel({ properties }: HealthEvent): string {
  return properties?.eventLevel ?? properties?.level ?? 'Informational';
}

/** Returns the regions that an event affects, without duplicates. */
export function listRegions({ properties }: HealthEvent): readonly string[] {
  const regions = (properties?.impact ?? []).flatMap((impact) => impact.impactedRegions ?? []);
  return [...new Set(regions.map(({ impactedRegion }) => impactedRegion ?? 'Unknown'))];
}

/** True if the event has a selected value of every facet. */
export function isSelected(event: HealthEvent, facets: Facets): boolean {
  return (Object.keys(READERS) as FacetName[]).every((name) => {
    const selected = facets[name];
    return selected.length === 0 || READERS[name](event).some((value) => selected.includes(value));
  });
}

export interface Facet {
  readonly name: FacetName;
  readonly title: string;
  readonly values: readonly { readonly value: string; readonly count: number }[];
}

/** Sorts levels by severity, other values by name. */
export function countFacets(events: readonly HealthEvent[]): readonly Facet[] {
  return (Object.keys(READERS) as FacetName[]).map((name) => {
    const counts = new Map<string, number>();
    for (const value of events.flatMap(READERS[name])) counts.set(value, (counts.get(value) ?? 0) + 1);
    const rank = (value: string) => (name === 'level' ? LEVELS.indexOf(value) : 0);
    const values = [...counts].map(([value, count]) => ({ value, count }));
    values.sort((one, other) => rank(one.value) - rank(other.value) || one.value.localeCompare(other.value));
    return { name, title: TITLES[name], values };
  });
}

/** Filters for the loaded events. */
import type { HealthEvent } from '../../../client/src/index.ts';
import { splitWords } from './format.ts';

type FacetName = 'status' | 'level' | 'type' | 'region';

/** Selected values per facet; an empty list selects all. */
export type Facets = Readonly<Record<FacetName, readonly string[]>>;

export const NO_FACETS: Facets = { status: [], level: [], type: [], region: [] };

const READERS: Readonly<Record<FacetName, (event: HealthEvent) => readonly string[]>> = {
  status: ({ properties }) => [properties?.status ?? 'Unknown'],
  level: (event) => [toLevel(event)],
  type: ({ properties }) => [splitWords(properties?.eventType ?? 'Unknown')],
  region: (event) => listRegions(event),
};

const TITLES: Readonly<Record<FacetName, string>> = {
  status: 'Status',
  level: 'Level',
  type: 'Type',
  region: 'Region',
};

const LEVELS = ['Critical', 'Error', 'Warning', 'Informational'];

export function toLevel({ properties }: HealthEvent): string {
  return properties?.eventLevel ?? properties?.level ?? 'Informational';
}

/** Returns the regions that an event affects, without duplicates. */
export function listRegions({ properties }: HealthEvent): readonly string[] {
  const regions = (properties?.impact ?? []).flatMap((impact) => impact.impactedRegions ?? []);
  return [...new Set(regions.map(({ impactedRegion }) => impactedRegion ?? 'Unknown'))];
}

/** Returns the selected values of all facets. */
export function listSelected(facets: Facets): readonly string[] {
  return (Object.keys(READERS) as FacetName[]).flatMap((name) => facets[name]);
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

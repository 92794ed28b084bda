/** The order and the groups in which events are shown: what is active first, then by severity. */
import type { HealthEvent } from '../../../client/src/index.ts';
import { toLevel } from './facets.ts';
import { type Period, toPeriod } from './timeline.ts';

/** Planned: active, but its impact starts later. */
type Phase = 'active' | 'planned' | 'resolved';

export interface EventRow {
  readonly event: HealthEvent;
  readonly period: Period;
  readonly phase: Phase;
  /** What became of it while it was watched. */
  readonly change?: EventChange | undefined;
}

type EventChange = 'new' | 'updated';

/** By the event's name. */
export type EventChanges = ReadonlyMap<string, EventChange>;

/** Returns what differs from the list before. */
export function compareEvents(before: readonly HealthEvent[], after: readonly HealthEvent[]): EventChanges {
  const texts = new Map(before.map((event) => [event.name ?? '', JSON.stringify(event)]));
  return new Map(
    after.flatMap((event) => {
      const name = event.name ?? '';
      const text = texts.get(name);
      if (text === JSON.stringify(event)) return [];
      return [[name, text === undefined ? 'new' : 'updated'] as const];
    }),
  );
}

export interface EventGroup {
  readonly title: string;
  readonly rows: readonly EventRow[];
}

/** A service with the regions that it has events in; an event of several regions is in each. */
export interface ServiceGroup extends EventGroup {
  readonly regions: readonly EventGroup[];
}

const PHASES: readonly Phase[] = ['active', 'planned', 'resolved'];
const LEVELS = ['Critical', 'Error', 'Warning'];

export function toRows(
  events: readonly HealthEvent[],
  now: number,
  changes: EventChanges = new Map(),
): readonly EventRow[] {
  return events
    .map((event) => {
      const period = toPeriod(event, now);
      return { event, period, phase: toPhase(event, period, now), change: changes.get(event.name ?? '') };
    })
    .sort(
      (one, other) =>
        PHASES.indexOf(one.phase) - PHASES.indexOf(other.phase) ||
        toRank(one.event) - toRank(other.event) ||
        other.period.from - one.period.from,
    );
}

function toPhase({ properties }: HealthEvent, { from, to }: Period, now: number): Phase {
  if (properties?.status === 'Resolved' || (properties?.status !== 'Active' && to < now)) return 'resolved';
  return from > now ? 'planned' : 'active';
}

function toRank(event: HealthEvent): number {
  const rank = LEVELS.indexOf(toLevel(event));
  return rank < 0 ? LEVELS.length : rank;
}

/** Returns the rows of a range: what is resolved before it is left out. */
export function listInRange(rows: readonly EventRow[], range: Period): readonly EventRow[] {
  return rows.filter(({ phase, period }) => phase !== 'resolved' || period.to >= range.from);
}

const TITLES: Readonly<Record<Phase, string>> = { active: 'Active', planned: 'Planned', resolved: 'Resolved' };

export function groupByPhase(rows: readonly EventRow[]): readonly EventGroup[] {
  return collect(rows, ({ phase }) => [TITLES[phase]]);
}

const NO_SERVICE = 'No service named';
const NO_REGION = 'No region named';

/** Groups by service, then by region; the worst comes first because the rows are in that order. */
export function groupByPlace(rows: readonly EventRow[]): readonly ServiceGroup[] {
  const services = collect(rows, ({ event }) => listImpacts(event).map(({ service }) => service));
  return services.map((group) => ({
    ...group,
    regions: collect(group.rows, ({ event }) =>
      listImpacts(event).flatMap(({ service, regions }) => (service === group.title ? regions : [])),
    ),
  }));
}

function listImpacts({ properties }: HealthEvent) {
  const impacts = (properties?.impact ?? []).map(({ impactedService, impactedRegions }) => ({
    service: impactedService ?? NO_SERVICE,
    regions: (impactedRegions ?? []).map(({ impactedRegion }) => impactedRegion ?? NO_REGION),
  }));
  const named = impacts.length > 0 ? impacts : [{ service: NO_SERVICE, regions: [] }];
  return named.map(({ service, regions }) => ({ service, regions: regions.length > 0 ? regions : [NO_REGION] }));
}

/** Groups by the titles that a row belongs to, in the order in which they appear. */
function collect(rows: readonly EventRow[], toTitles: (row: EventRow) => readonly string[]): readonly EventGroup[] {
  const groups = new Map<string, EventRow[]>();
  for (const row of rows)
    for (const title of new Set(toTitles(row))) groups.set(title, [...(groups.get(title) ?? []), row]);
  return [...groups].map(([title, of]) => ({ title, rows: of }));
}

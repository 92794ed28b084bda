/** Health events: one rule for what is active, planned and resolved, and their order. Times are epoch milliseconds. */
import type { HealthEvent } from '../../../client/src/index.ts';
import { formatDay, formatDistance, parseTime } from './format.ts';

export type Phase = 'active' | 'planned' | 'resolved';

export const PHASES: readonly Phase[] = ['active', 'planned', 'resolved'];
export const LEVELS: readonly string[] = ['Critical', 'Error', 'Warning', 'Informational'];

/** When the event has an impact; without an end it lasts. */
export function toPeriod({ properties }: HealthEvent) {
  const from = parseTime(properties?.impactStartTime) ?? parseTime(properties?.lastUpdateTime);
  const planned = from !== undefined && properties?.duration ? from + properties.duration * 1000 : undefined;
  return { from, to: parseTime(properties?.impactMitigationTime) ?? planned };
}

/** Planned: its impact starts later. Billing notices are none of the resource's health, whatever their state. */
export function toPhase(event: HealthEvent, now: number): Phase {
  const { from = now, to } = toPeriod(event);
  const { status } = event.properties ?? {};
  if (status === 'Resolved' || (status !== 'Active' && to !== undefined && to < now)) return 'resolved';
  return from > now ? 'planned' : 'active';
}

export function toLevel({ properties }: HealthEvent): string {
  return properties?.eventLevel ?? properties?.level ?? 'Informational';
}

export function toRank(event: HealthEvent): number {
  const rank = LEVELS.indexOf(toLevel(event));
  return rank < 0 ? LEVELS.length - 1 : rank;
}

/** Returns whether an event says that a resource is unwell: billing and security advice do not. */
export function isIllness(event: HealthEvent, now: number): boolean {
  return toPhase(event, now) === 'active' && event.properties?.eventType !== 'Billing';
}

/** Returns the regions that an event affects, without duplicates. */
export function listRegions({ properties }: HealthEvent): readonly string[] {
  const regions = properties?.impact?.flatMap(({ impactedRegions }) => impactedRegions ?? []);
  return [...new Set(regions?.map(({ impactedRegion }) => impactedRegion ?? 'Unknown'))];
}

export function listServices({ properties }: HealthEvent): readonly string[] {
  return [...new Set((properties?.impact ?? []).map(({ impactedService }) => impactedService ?? 'Unknown'))];
}

/** Returns the updates of all services and regions, the newest first. */
export function listUpdates({ properties }: HealthEvent) {
  const updates = (properties?.impact ?? []).flatMap(({ impactedService, impactedRegions }) =>
    (impactedRegions ?? []).flatMap(({ impactedRegion, updates: list }) =>
      (list ?? []).map(({ summary, updateDateTime }) => ({
        time: updateDateTime ?? '',
        text: summary ?? '',
        where: `${impactedService}, ${impactedRegion}`,
      })),
    ),
  );
  return updates.sort((one, other) => other.time.localeCompare(one.time));
}

/** Returns the newest line of an event: its last update, or what happens. */
export function toNewest(event: HealthEvent): string {
  return listUpdates(event)[0]?.text ?? event.properties?.summary ?? '';
}

/** Returns the events with the newest update first. */
export function sortByUpdate(events: readonly HealthEvent[]): readonly HealthEvent[] {
  const time = ({ properties }: HealthEvent) => parseTime(properties?.lastUpdateTime) ?? 0;
  return events.toSorted((one, other) => time(other) - time(one));
}

/** Returns the events that make a resource unwell, the most severe and then the newest first. */
export function listIllnesses(events: readonly HealthEvent[], now: number): readonly HealthEvent[] {
  return sortByUpdate(events.filter((event) => isIllness(event, now))).toSorted(
    (one, other) => toRank(one) - toRank(other),
  );
}

/** `since 19 Nov`, `in 2 days`, `4 Jul`. */
export function formatWhen(event: HealthEvent, now: number): string {
  const { from } = toPeriod(event);
  if (from === undefined) return '';
  const phase = toPhase(event, now);
  if (phase === 'planned') return formatDistance(from, now);
  return `${phase === 'active' ? 'since ' : ''}${formatDay(from, now)}`;
}

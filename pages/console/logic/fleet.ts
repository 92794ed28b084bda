/** The health of many resources: each is asked for when its response can have changed, together with what is due then. */
import { FrontdeskError, type HealthEvent } from '../../../client/src/index.ts';
import { readMaxAge } from '../../../client/src/watch.ts';
import { type EventRow, toRows } from './event-groups.ts';
import { toLevel } from './facets.ts';
import { type KnownPath, listResources } from './known-paths.ts';
import { findSoonest, type LoadedEvents } from './load-events.ts';
import { parseResourceId } from './resource-id.ts';
import { isForNow } from './watch.ts';

export interface FleetRow {
  readonly id: string;
  /** As of the last check that succeeded. */
  readonly events?: readonly HealthEvent[] | undefined;
  /** Whether the service has more than these. */
  readonly hasMore?: boolean | undefined;
  /** When the service told them: epoch milliseconds. */
  readonly asOf?: number | undefined;
  /** To ask only for what has changed. */
  readonly pages?: LoadedEvents['pages'] | undefined;
  /** Of the last check. */
  readonly error?: Error | undefined;
  /** When to ask next, by a monotonic clock; infinite after a refusal that stays one. */
  readonly dueAt: number;
}

/** Due as long as it was never asked for. */
export const NEW = Number.NEGATIVE_INFINITY;

export type FleetOutcome = PromiseSettledResult<LoadedEvents>;

interface Now {
  readonly monotonic: number;
  readonly wall: number;
}

const UNTOLD_SECONDS = 30;
const STALE_SECONDS = 5;

/** Returns the row after a check. A failure keeps what is known. */
export function toNextRow(row: FleetRow, outcome: FleetOutcome, { monotonic, wall }: Now): FleetRow {
  const after = (seconds: number) => monotonic + seconds * 1000;
  if (outcome.status === 'rejected') {
    const error = outcome.reason as Error;
    const seconds = error instanceof FrontdeskError ? error.retryAfterSeconds : undefined;
    return { ...row, error, dueAt: isForNow(error) ? after(seconds || UNTOLD_SECONDS) : Number.POSITIVE_INFINITY };
  }
  const { pages, events, next } = outcome.value;
  const soonest = findSoonest(outcome.value);
  const seconds = readMaxAge(soonest.headers);
  const dueAt = after(seconds === undefined ? UNTOLD_SECONDS : seconds || STALE_SECONDS);
  const asOf = wall - Number(soonest.headers.get('age') ?? 0) * 1000;
  return { id: row.id, events, hasMore: next !== undefined, asOf, dueAt, pages };
}

/** What is due within it waits for the last, so that it is one request. */
const TOGETHER_MS = 5000;
const IDLE_SECONDS = 3600;

/** Returns whole seconds until the next check: at least one. */
export function toWaitSeconds(rows: readonly FleetRow[], now: number): number {
  const times = rows.map(({ dueAt }) => dueAt).filter((dueAt) => dueAt !== Number.POSITIVE_INFINITY);
  if (times.length === 0) return IDLE_SECONDS;
  const first = Math.max(now, Math.min(...times));
  const last = Math.max(first, ...times.filter((time) => time <= first + TOGETHER_MS));
  return Math.max(1, Math.ceil((last - now) / 1000));
}

/** Returns the resources that are known, after those that the user added. */
export function listFleet(added: readonly string[], known: readonly KnownPath[]): readonly string[] {
  const paths = [...added.map((path) => ({ path })), ...known];
  return listResources(paths, {}).flatMap(({ id }) => (parseResourceId(id) === undefined ? [] : [id]));
}

export interface Health {
  /** The most severe first. */
  readonly active: readonly EventRow[];
  readonly planned: number;
  /** Level of the worst active event; undefined without active events. */
  readonly worst: string | undefined;
}

export function toHealth(events: readonly HealthEvent[], now: number): Health {
  const rows = toRows(events, now);
  const active = rows.filter(({ phase }) => phase === 'active');
  const planned = rows.filter(({ phase }) => phase === 'planned').length;
  return { active, planned, worst: active[0] && toLevel(active[0].event) };
}

const LEVELS = ['Critical', 'Error', 'Warning', 'Informational'];

/** Returns the worst first, then what could not be read, then what is well; equals stay as they are. */
export function sortBySeverity(rows: readonly FleetRow[], now: number): readonly FleetRow[] {
  const rank = ({ events, error }: FleetRow) => {
    const { worst } = toHealth(events ?? [], now);
    if (worst !== undefined) return LEVELS.includes(worst) ? LEVELS.indexOf(worst) : LEVELS.length - 1;
    return error === undefined ? LEVELS.length + 1 : LEVELS.length;
  };
  const ranked = rows.map((row) => ({ row, rank: rank(row) }));
  return ranked.sort((one, other) => one.rank - other.rank).map(({ row }) => row);
}

/** `3 of 12 resources have active events`. */
export function describeFleet(rows: readonly FleetRow[], now: number): string {
  const read = rows.filter(({ events }) => events !== undefined);
  if (read.length === 0) return rows.length === 1 ? '1 resource' : `${rows.length} resources`;
  const ill = read.filter(({ events }) => toHealth(events ?? [], now).worst !== undefined).length;
  const of = rows.length === 1 ? '1 resource' : `${rows.length} resources`;
  return ill === 0 ? `No active events in ${of}` : `${ill} of ${of} ${ill === 1 ? 'has' : 'have'} active events`;
}

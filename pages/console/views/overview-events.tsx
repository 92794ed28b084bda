import type { HealthEvent } from '../../../client/src/index.ts';
import { useConsole } from '../context.ts';
import { findKnownName, knownPaths, mayTouch } from '../known.ts';
import { type EventRow, toRows } from '../logic/event-groups.ts';
import { listRegions, toLevel } from '../logic/facets.ts';
import { cutMiddle, formatDay } from '../logic/format.ts';
import { readEach } from '../logic/read-each.ts';
import { listActive, listSubscriptions } from '../logic/today.ts';
import { Chip, type Tone } from '../parts/chip.tsx';
import { formatWhen } from '../parts/event-bar.tsx';
import type { IconName } from '../parts/icon.tsx';
import { Loaded, Tile } from '../parts/tile.tsx';
import { useCall } from '../use-call.ts';
import { openTimeline } from './open-timeline.ts';

const MAX_SHOWN = 4;
const TONES: Readonly<Record<string, [Tone, IconName]>> = {
  Critical: ['critical', 'critical'],
  Error: ['error', 'error'],
  Warning: ['warning', 'warning'],
};

/** The active health events of the subscriptions that are known. */
export function EventsTile() {
  const call = useActiveEvents();
  const events = call.state.kind === 'done' ? call.state.result.events : [];
  return (
    <Tile
      title="Active health events"
      href="#/health-events"
      note={events.length > 0 && <span class="tile-count">{events.length}</span>}
    >
      <Loaded call={call} appRole="HealthEvents.Read">
        {(result) => <Events {...result} />}
      </Loaded>
    </Tile>
  );
}

interface ActiveEvents {
  readonly subscriptions: readonly string[];
  readonly events: readonly HealthEvent[];
  /** Subscriptions that could not be read, while others could. */
  readonly failed: readonly string[];
}

function useActiveEvents() {
  const { client } = useConsole();
  return useCall(async (_: undefined, signal): Promise<ActiveEvents> => {
    const subscriptions = listSubscriptions(knownPaths.value, mayTouch);
    const { values, failed } = await readEach(subscriptions, async (subscriptionId) => {
      const query = { subscriptionId, $filter: "status eq 'Active'" };
      return (await client.listSubscriptionHealthEvents(query, { signal })).body.value;
    });
    return { subscriptions, events: listActive(values.flat()), failed };
  });
}

function Events({ subscriptions, events, failed }: ActiveEvents) {
  if (subscriptions.length === 0)
    return <p class="tile-none">No whole subscription is known. Health events shows those of a resource.</p>;
  const read = subscriptions.filter((id) => !failed.includes(id));
  return (
    <>
      {events.length === 0 && <p class="tile-none">All quiet in {read.map(toName).join(', ')}.</p>}
      <ul class="tile-rows">
        {events.slice(0, MAX_SHOWN).map((event) => (
          <EventLine key={event.id ?? event.name} event={event} />
        ))}
      </ul>
      {events.length > 0 && (
        <button
          type="button"
          class="text-link tile-more"
          onClick={() => openTimeline('subscription', subscriptions[0] ?? '')}
        >
          {events.length > MAX_SHOWN
            ? `${events.length - MAX_SHOWN} more, by service and region`
            : 'By service and region'}
        </button>
      )}
      {failed.length > 0 && <p class="tile-none">Not read: {failed.map(toName).join(', ')}.</p>}
    </>
  );
}

function toName(id: string): string {
  return findKnownName(id) ?? cutMiddle(id);
}

/** An event may be active before it has an impact. */
function formatStart(row: EventRow, now: number): string {
  return row.phase === 'planned' ? formatWhen(row, now) : `since ${formatDay(row.period.from, now)}`;
}

function EventLine({ event }: { readonly event: HealthEvent }) {
  const { title, isEventSensitive } = event.properties ?? {};
  const now = Date.now();
  const [row] = toRows([event], now);
  const level = toLevel(event);
  const [tone, icon] = TONES[level] ?? ['info', 'informational'];
  const regions = listRegions(event).join(', ');
  return (
    <li>
      <Chip tone={tone} icon={icon}>
        {level}
      </Chip>
      <span class="tile-what">
        <strong>{isEventSensitive ? 'Sensitive event' : (title ?? event.name)}</strong>
        <small class="muted">{[regions, row && formatStart(row, now)].filter(Boolean).join(' · ')}</small>
      </span>
    </li>
  );
}

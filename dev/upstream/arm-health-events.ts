/** Health events of one resource (docs/specification.md#health-event), and of a subscription. */
import { type Context, Hono } from 'hono';
import { requireKnown, requireSubscription } from './arm-request.ts';
import { requireIdentity } from './authenticate.ts';
import type { Emulation } from './emulation.ts';
import type { EventImpact, HealthEvent, HealthEventProperties } from './entities.ts';
import { armFormat, Failure, healthFormat, respondWithFailures } from './failures.ts';
import { type FilterRules, parseFilter, type Scalar } from './filter.ts';
import { type JsonObject, toJsonResponse } from './json.ts';
import { readSkipToken, toPageLink, writeSkipToken } from './paging.ts';
import type { ProfileNames } from './profiles.ts';
import { seedHealthEvents, seedSubscriptionEvents } from './seed/health-events.ts';

/** Of a route. */
type Params = Readonly<Record<string, string | undefined>>;

/** A type and a name, optionally after a parent's (S1-70). */
export const resourceUriForm =
  /^subscriptions\/([^/]+)\/resourceGroups\/[^/]+\/providers(?:\/[^/]+){3}(?:\/[^/]+\/[^/]+)?$/;

export function createHealthEvents(emulation: Emulation): Hono {
  const { names, store } = emulation;
  const app = new Hono();
  // The specification's error has no envelope; the live service's does.
  app.onError(respondWithFailures(names.profile === 'vendor' ? healthFormat : armFormat));
  const events = `providers/${names.namespace}.ResourceHealth/events`;
  const versions = requireKnown(['2025-05-01', '2024-02-01', '2023-10-01-preview']);
  const checks = [requireIdentity('arm', emulation), versions] as const;
  const ofSubscription = `/subscriptions/:subscriptionId/${events}`;

  app.get(ofSubscription, ...checks, (c) => {
    const { subscriptionId = '' }: Params = c.req.param();
    // The default, the last three days, is not emulated: the seed's times are fixed.
    const start = Date.parse(c.req.query('queryStartTime') ?? '1/1/1970');
    if (Number.isNaN(start)) throw new Failure(400, 'InvalidQueryStartTime', 'The query start time is not valid.');
    const listed = seedSubscriptionEvents(subscriptionId).filter(
      ({ properties }) => Date.parse(properties.lastUpdateTime) >= start,
    );
    return listEvents(c, listed, subscriptionId, emulation);
  });

  // With all its texts.
  app.post(`${ofSubscription}/:eventTrackingId/fetchEventDetails`, ...checks, (c) => {
    const { subscriptionId = '', eventTrackingId }: Params = c.req.param();
    const event = seedSubscriptionEvents(subscriptionId).find(({ name }) => name === eventTrackingId);
    if (!event) throw new Failure(404, 'EventNotFound', `The event '${eventTrackingId}' could not be found.`);
    return toJsonResponse(c, 200, toResponseBody(event, event.properties, subscriptionId, names));
  });

  app.get(`/:resourceUri{.+}/${events}`, ...checks, (c) => {
    const { resourceUri } = c.req.param();
    const subscriptionId = resourceUriForm.exec(resourceUri)?.[1];
    if (!subscriptionId) {
      const message = `The resource id '/${resourceUri}' is not a resource id, or it is nested too deep.`;
      throw new Failure(400, 'InvalidResourceId', message);
    }
    const key = `/${resourceUri}`.toLowerCase();
    const listed = [...(store.addedEvents.get(key) ?? []), ...seedHealthEvents(key)];
    return listEvents(c, listed, subscriptionId, emulation);
  });
  return app;
}

/** Returns the page that the request asks for. */
function listEvents(
  c: Context,
  events: readonly HealthEvent[],
  subscriptionId: string,
  { names, modes }: Emulation,
): Response {
  requireSubscription(subscriptionId);
  // The grammar is not specified (S1-72); this takes the forms in Microsoft's documentation.
  const filter = c.req.query('$filter');
  const found = filter === undefined ? events : events.filter(parseEventFilter(filter));
  const start = readSkipToken(c.req.query('$skipToken'));
  if (start === undefined) throw new Failure(400, 'InvalidSkipToken', 'The skip token is not valid.');
  const { pageSize, pageTokenPadding, showsSensitiveTexts } = modes.current;
  const end = start + pageSize;
  const toBody = (event: HealthEvent) => {
    const { properties } = event;
    const isCut = properties.isEventSensitive && !showsSensitiveTexts;
    return toResponseBody(event, isCut ? omitSensitiveText(properties) : properties, subscriptionId, names);
  };
  const $skipToken = writeSkipToken(end, pageTokenPadding);
  return toJsonResponse(c, 200, {
    value: found.slice(start, end).map(toBody),
    nextLink: end < found.length ? toPageLink(new URL(c.req.url), { $skipToken }) : undefined,
  });
}

function parseEventFilter(filter: string): (event: HealthEvent) => boolean {
  try {
    return parseFilter(filter, filterRules);
  } catch (error) {
    throw new Failure(400, 'InvalidFilter', `The filter could not be parsed: ${(error as Error).message}.`);
  }
}

/** Scalar members that can be filtered on. */
const filterable =
  'eventType eventSubType eventSource status eventLevel level title isEventSensitive isHIR platformInitiated priority ' +
  'impactStartTime impactMitigationTime lastUpdateTime duration impactType';

const filterRules: FilterRules<HealthEvent> = {
  find(field) {
    const member = field.replace(/^properties[/.]/, '');
    if (member === 'service')
      return ({ properties }) => properties.impact.map(({ impactedService }) => impactedService);
    if (member === 'region')
      return ({ properties }) =>
        properties.impact.flatMap(({ impactedRegions }) => impactedRegions.map(({ impactedRegion }) => impactedRegion));
    if (!filterable.split(' ').includes(member)) throw new SyntaxError(`'${field}' cannot be filtered on`);
    return ({ properties }) => {
      const value = properties[member as keyof typeof properties];
      return value === undefined ? [] : [value as Scalar];
    };
  },
  // Numbers, times, and other values as case-insensitive text: API version 2018-07-01 used lower-case values.
  compare(value, operand) {
    if (typeof value === 'number') return value - Number(operand);
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value))
      return Date.parse(value) - Date.parse(`${operand}`);
    return String(value).localeCompare(String(operand), 'en', { sensitivity: 'base' });
  },
  takesWords: true,
};

/** Composes an event, with the members that depend on the listed resource (docs/specification.md#health-event). */
function toResponseBody(
  { name, createdByType, properties }: HealthEvent,
  { impact, ...rest }: HealthEventProperties,
  subscriptionId: string,
  names: ProfileNames,
): JsonObject {
  const createdBy = 'health@vendor.example';
  return {
    id: `/subscriptions/${subscriptionId}/providers/${names.namespace}.ResourceHealth/events/${name}`,
    name,
    type: names.healthEventType,
    systemData: {
      createdBy,
      createdByType,
      createdAt: properties['impactStartTime'],
      lastModifiedBy: createdBy,
      lastModifiedByType: createdByType,
      lastModifiedAt: properties.lastUpdateTime,
    },
    properties: { ...rest, impact: changeRegions(impact, { impactedSubscriptions: [subscriptionId] }) },
  };
}

/** Omits summary, description and region updates of sensitive events (S1-34). */
function omitSensitiveText(properties: HealthEventProperties): HealthEventProperties {
  const impact = changeRegions(properties.impact, { updates: undefined });
  return { ...properties, summary: undefined, description: undefined, impact };
}

/** Returns the impact with these members of each region. */
function changeRegions(impact: readonly EventImpact[], change: JsonObject): readonly EventImpact[] {
  return impact.map((each) => ({
    ...each,
    impactedRegions: each.impactedRegions.map((region) => ({ ...region, ...change })),
  }));
}

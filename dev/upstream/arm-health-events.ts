/** Health events of one resource (docs/specification.md#health-event), and of a subscription. */
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { hasSubscription, requireApiVersion } from './arm-request.ts';
import { requireIdentity } from './authenticate.ts';
import type { Emulation } from './emulation.ts';
import type { EventRegion, HealthEvent, HealthEventProperties } from './entities.ts';
import { armFailure, type FailureFormat, healthFailure } from './failures.ts';
import { type FilterRules, parseFilter, type Scalar } from './filter.ts';
import type { JsonObject } from './json.ts';
import { readSkipToken, toPageLink, writeSkipToken } from './paging.ts';
import type { ProfileNames } from './profiles.ts';
import { toJsonResponse } from './response-headers.ts';
import { seedHealthEvents, seedSubscriptionEvents } from './seed/health-events.ts';

/** A type and a name, optionally after a parent's (S1-70). */
export const resourceUriForm =
  /^subscriptions\/([^/]+)\/resourceGroups\/[^/]+\/providers(?:\/[^/]+){3}(?:\/[^/]+\/[^/]+)?$/;

export function addHealthEventRoutes(app: Hono, emulation: Emulation): void {
  const { names, store } = emulation;
  // The specification's error has no envelope; the live service's does.
  const failure = names.profile === 'vendor' ? healthFailure : armFailure;
  const events = `providers/${names.namespace}.ResourceHealth/events`;
  const identity = requireIdentity('arm', emulation, failure);
  const checks = [identity, requireApiVersion(['2025-05-01', '2024-02-01', '2023-10-01-preview'], failure)] as const;
  addSubscriptionRoutes(app, { events, failure, checks }, emulation);

  app.get(`/:resourceUri{.+}/${events}`, ...checks, (c) => {
    const resourceUri = c.req.param('resourceUri') ?? '';
    const subscriptionId = resourceUriForm.exec(resourceUri)?.[1];
    if (!subscriptionId) {
      const message = `The resource id '/${resourceUri}' is not a resource id, or it is nested too deep.`;
      return failure(c, { status: 400, code: 'InvalidResourceId', message });
    }
    const key = `/${resourceUri}`.toLowerCase();
    const listed = [...(store.addedEvents.get(key) ?? []), ...seedHealthEvents(key)];
    return listEvents(c, { events: listed, subscriptionId }, failure, emulation);
  });
}

interface EventRoutes {
  readonly events: string;
  readonly failure: FailureFormat;
  readonly checks: readonly MiddlewareHandler[];
}

/** The events of a subscription, and one of them with all its texts. */
function addSubscriptionRoutes(app: Hono, { events, failure, checks }: EventRoutes, emulation: Emulation): void {
  const path = `/subscriptions/:subscriptionId/${events}`;

  app.on('GET', [path], ...checks, (c: Context) => {
    const subscriptionId = c.req.param('subscriptionId') ?? '';
    // The default, the last three days, is not emulated: the seed's times are fixed.
    const start = Date.parse(c.req.query('queryStartTime') ?? '1/1/1970');
    if (Number.isNaN(start)) {
      return failure(c, { status: 400, code: 'InvalidQueryStartTime', message: 'The query start time is not valid.' });
    }
    const listed = seedSubscriptionEvents(subscriptionId).filter(
      ({ properties }) => Date.parse(properties.lastUpdateTime) >= start,
    );
    return listEvents(c, { events: listed, subscriptionId }, failure, emulation);
  });

  app.on('POST', [`${path}/:eventTrackingId/fetchEventDetails`], ...checks, (c: Context) => {
    const subscriptionId = c.req.param('subscriptionId') ?? '';
    const trackingId = c.req.param('eventTrackingId');
    const event = seedSubscriptionEvents(subscriptionId).find(({ name }) => name === trackingId);
    if (!event || !hasSubscription(subscriptionId)) {
      const message = `The event '${trackingId}' could not be found.`;
      return failure(c, { status: 404, code: 'EventNotFound', message });
    }
    return toJsonResponse(c, 200, toResponseBody(event, event.properties, subscriptionId, emulation.names));
  });
}

interface EventsOf {
  readonly events: readonly HealthEvent[];
  readonly subscriptionId: string;
}

/** Returns the page that the request asks for. */
function listEvents(
  c: Context,
  { events, subscriptionId }: EventsOf,
  failure: FailureFormat,
  { names, modes }: Emulation,
): Response {
  if (!hasSubscription(subscriptionId)) {
    const message = `The subscription '${subscriptionId}' could not be found.`;
    return failure(c, { status: 404, code: 'SubscriptionNotFound', message });
  }
  const filter = readFilter(c.req.query('$filter'));
  if (filter instanceof SyntaxError) {
    const message = `The filter could not be parsed: ${filter.message}.`;
    return failure(c, { status: 400, code: 'InvalidFilter', message });
  }
  const start = readSkipToken(c.req.query('$skipToken'));
  if (start === undefined) {
    return failure(c, { status: 400, code: 'InvalidSkipToken', message: 'The skip token is not valid.' });
  }
  const found = events.filter(filter);
  const { pageSize, pageTokenPadding } = modes.current;
  const end = start + pageSize;
  const toBody = (event: HealthEvent) => {
    const { properties } = event;
    const isCut = properties.isEventSensitive && !modes.current.showsSensitiveTexts;
    const shown = isCut ? omitSensitiveText(properties) : properties;
    return toResponseBody(event, shown, subscriptionId, names);
  };
  return toJsonResponse(c, 200, {
    value: found.slice(start, end).map(toBody),
    nextLink:
      end < found.length
        ? toPageLink(new URL(c.req.url), { $skipToken: writeSkipToken(end, pageTokenPadding) })
        : undefined,
  });
}

/** The grammar is not specified (S1-72); this takes the forms in Microsoft's documentation. */
function readFilter(filter: string | undefined): ((event: HealthEvent) => boolean) | SyntaxError {
  if (filter === undefined) return () => true;
  try {
    return parseFilter(filter, filterRules);
  } catch (error) {
    return error as SyntaxError;
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
    if (member === 'region') return (event) => listRegions(event).map(({ impactedRegion }) => impactedRegion);
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

function listRegions({ properties }: HealthEvent): readonly EventRegion[] {
  return properties.impact.flatMap(({ impactedRegions }) => impactedRegions);
}

type ShownProperties = HealthEventProperties | ReturnType<typeof omitSensitiveText>;

/** Composes an event, with the members that depend on the listed resource (docs/specification.md#health-event). */
function toResponseBody(
  { name, createdByType, properties }: HealthEvent,
  shown: ShownProperties,
  subscriptionId: string,
  names: ProfileNames,
): JsonObject {
  const { impact, ...rest } = shown;
  const by = { createdBy: 'health@vendor.example', createdByType };
  return {
    id: `/subscriptions/${subscriptionId}/providers/${names.namespace}.ResourceHealth/events/${name}`,
    name,
    type: names.healthEventType,
    systemData: {
      ...by,
      createdAt: properties.impactStartTime,
      lastModifiedBy: by.createdBy,
      lastModifiedByType: createdByType,
      lastModifiedAt: properties.lastUpdateTime,
    },
    properties: {
      ...rest,
      impact: impact.map((each) => ({
        ...each,
        impactedRegions: each.impactedRegions.map((region) => ({
          ...region,
          impactedSubscriptions: [subscriptionId],
        })),
      })),
    },
  };
}

/** Omits summary, description and region updates of sensitive events (S1-34). */
function omitSensitiveText({ summary, description, impact, ...rest }: HealthEventProperties) {
  return {
    ...rest,
    impact: impact.map((each) => ({
      ...each,
      impactedRegions: each.impactedRegions.map(({ updates, ...region }) => region),
    })),
  };
}

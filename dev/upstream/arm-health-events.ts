/** Health events of one resource (S1-69 to S1-76). */
import { randomBytes } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { hasSubscription, requireApiVersion } from './arm-request.ts';
import { requireIdentity } from './authenticate.ts';
import type { Emulation } from './emulation.ts';
import type { HealthEvent, HealthEventProperties } from './entities.ts';
import { type EventPredicate, parseEventFilter } from './event-filter.ts';
import { armFailure, healthFailure } from './failures.ts';
import type { JsonObject } from './json.ts';
import type { ProfileNames } from './profiles.ts';
import { toJsonResponse } from './response-headers.ts';
import { seedHealthEvents } from './seed/health-events.ts';

const pageSize = 5;

/** A type and a name, optionally after a parent's (S1-70). */
const resourceUriForm = /^subscriptions\/([^/]+)\/resourceGroups\/[^/]+\/providers(?:\/[^/]+){3}(?:\/[^/]+\/[^/]+)?$/;

export function addHealthEventRoutes(app: Hono, { names, store, modes, audiences, clientId }: Emulation): void {
  // The specification's error has no envelope; the live service's does.
  const failure = names.profile === 'vendor' ? healthFailure : armFailure;
  const path = `/:resourceUri{.+}/providers/${names.namespace}.ResourceHealth/events`;
  const identity = requireIdentity({ audience: audiences.arm, clientId, failure });

  app.get(path, identity, requireApiVersion(['2025-05-01'], failure), (c) => {
    const resourceUri = c.req.param('resourceUri') ?? '';
    const subscriptionId = resourceUriForm.exec(resourceUri)?.[1];
    if (!subscriptionId) {
      const message = `The resource id '/${resourceUri}' is not a resource id, or it is nested too deep.`;
      return failure(c, { status: 400, code: 'InvalidResourceId', message });
    }
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

    const key = `/${resourceUri}`.toLowerCase();
    const events = [...(store.addedEvents.get(key) ?? []), ...seedHealthEvents(key)].filter(filter);
    return toJsonResponse(c, 200, {
      value: events
        .slice(start, start + pageSize)
        .map((event) => toResponseBody(event, subscriptionId, names, modes.showsSensitiveTexts)),
      nextLink: start + pageSize < events.length ? toNextLink(c, start + pageSize, modes.pageTokenPadding) : undefined,
    });
  });
}

function readFilter(filter: string | undefined): EventPredicate | SyntaxError {
  if (filter === undefined) return () => true;
  try {
    return parseEventFilter(filter);
  } catch (error) {
    if (error instanceof SyntaxError) return error;
    throw error;
  }
}

/** Returns the page's first index; undefined if the token is invalid. */
function readSkipToken(token: string | undefined): number | undefined {
  if (token === undefined) return 0;
  const start = /^page:(\d+)(?:;|$)/.exec(Buffer.from(token, 'base64url').toString())?.[1];
  return start === undefined ? undefined : Number(start);
}

/** Returns the request's URL with the skip token added; `padding` is the number of characters that make the token longer. */
function toNextLink(c: Context, start: number, padding: number): string {
  const { origin, pathname, searchParams } = new URL(c.req.url);
  const filter = searchParams.get('$filter');
  const filler = randomBytes(padding)
    .toString('base64url')
    .slice(0, padding * 0.75);
  const query = [
    `api-version=${searchParams.get('api-version')}`,
    ...(filter === null ? [] : [`$filter=${encodeURIComponent(filter)}`]),
    `$skipToken=${Buffer.from(`page:${start}${filler && `;${filler}`}`).toString('base64url')}`,
  ];
  return `${origin}${pathname}?${query.join('&')}`;
}

/** Composes an event, with the members that depend on the listed resource (S1-25 to S1-51). */
function toResponseBody(
  { name, createdByType, properties }: HealthEvent,
  subscriptionId: string,
  names: ProfileNames,
  showsSensitiveTexts: boolean,
): JsonObject {
  const isCut = properties.isEventSensitive && !showsSensitiveTexts;
  const { impact, ...rest } = isCut ? omitSensitiveText(properties) : properties;
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

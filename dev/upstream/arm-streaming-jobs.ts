/** Streaming jobs: create or replace (S2-73 to S2-87). */
import { randomUUID } from 'node:crypto';
import type { Context, Hono } from 'hono';
import {
  failIfMatch,
  failPrecondition,
  readBody,
  requireApiVersion,
  requireNames,
  requireSubscription,
  toResourceId,
  validationError,
} from './arm-request.ts';
import { toListedSpelling } from './closed-lists.ts';
import type { Emulation } from './emulation.ts';
import type { ArmResource } from './entities.ts';
import { asObject, type JsonObject } from './json.ts';
import { toJsonResponse } from './response-headers.ts';
import { type Identity, toStoredJob } from './streaming-job.ts';
import { findInvalidMembers } from './streaming-job-rules.ts';

/** Path parameters (S2-74 to S2-76). */
const nameRules = { resourceGroupName: { maxLength: 90, pattern: /^[-\w._()]+$/ } };

export function addStreamingJobRoutes(app: Hono, { names, store }: Emulation): void {
  const provider = `${names.namespace}.StreamAnalytics`;
  const path =
    `/subscriptions/:subscriptionId/resourceGroups/:resourceGroupName/providers/${provider}` +
    '/streamingjobs/:jobName';

  app.put(path, requireApiVersion(['2020-03-01']), requireSubscription, requireNames(nameRules), async (c) => {
    const id = toResourceId(c, path);
    const current = store.resources.get(id.toLowerCase());
    const failed = failIfNoneMatch(c, current) ?? failIfMatch(c, current);
    if (failed) return failed;

    const sent = await readBody(c);
    if (sent instanceof Response) return sent;
    const body = names.profile === 'microsoft' ? toListedSpelling(sent) : sent;
    const invalid = findInvalidMembers(body, names, current?.body);
    if (invalid.length > 0) return validationError(c, invalid);

    const etag = randomUUID();
    const identity = {
      id,
      name: c.req.param('jobName') ?? '',
      type: `${provider}/streamingjobs`,
      ...keepIdentity(current),
    };
    const job = toStoredJob(body, identity, etag, names);
    store.resources.set(id.toLowerCase(), { etag, body: job });
    c.header('ETag', etag);
    if (identity.name.toLowerCase().startsWith(slowPrefix)) return respondPending(c);
    // 200 or 201 (S2-82); the live service always returns 200.
    return toJsonResponse(c, current || names.profile === 'microsoft' ? 200 : 201, job);
  });
}

/** Jobs of these names take time (L-12). */
const slowPrefix = 'slow-';

/** A long-running write returns where its progress is, and no job. */
function respondPending(c: Context): Response {
  const progress = new URL(`/arm/operations/${randomUUID()}?api-version=2020-03-01`, c.req.url).href;
  return c.body(null, 202, { 'Azure-AsyncOperation': progress, Location: progress, 'Retry-After': '15' });
}

/** `*` prevents an update; any other value is a 412 (S2-79, S2-80). */
function failIfNoneMatch(c: Context, current: ArmResource | undefined): Response | undefined {
  const ifNoneMatch = c.req.header('if-none-match');
  if (ifNoneMatch === undefined || (ifNoneMatch === '*' && !current)) return undefined;
  return failPrecondition(c, 'If-None-Match');
}

/** A replaced job keeps its id, name, jobId and createdDate (S2-07, S2-23). */
function keepIdentity(current: ArmResource | undefined): Partial<Identity> {
  if (!current) return {};
  const { id, name } = current.body as { id: string; name: string };
  const { jobId, createdDate } = asObject(current.body['properties']) as JsonObject &
    Pick<Identity, 'jobId' | 'createdDate'>;
  return { id, name, jobId, createdDate };
}

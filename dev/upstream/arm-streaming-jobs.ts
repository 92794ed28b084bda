/** Streaming jobs: create or replace (docs/specification.md#streaming-job), read and list. */
import { randomUUID } from 'node:crypto';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { addJobActionRoutes, conflict } from './arm-job-actions.ts';
import { respondWithPage } from './arm-lists.ts';
import { respondPending } from './arm-operations.ts';
import {
  deleteResource,
  failIfMatch,
  failPrecondition,
  findResource,
  patchResource,
  readBody,
  requireApiVersion,
  requireSubscription,
  toResourceId,
} from './arm-request.ts';
import { toListedSpelling } from './closed-lists.ts';
import type { Emulation } from './emulation.ts';
import type { ArmResource } from './entities.ts';
import { isActive, settle } from './job-moves.ts';
import { asObject, type JsonObject } from './json.ts';
import { toJsonResponse } from './response-headers.ts';
import { type Identity, omitSecrets, toStoredJob } from './streaming-job.ts';

const versions = ['2020-03-01', '2021-10-01-preview'];

export function addStreamingJobRoutes(app: Hono, emulation: Emulation): void {
  const { names, store, modes } = emulation;
  const provider = `${names.namespace}.StreamAnalytics`;
  const collection = `/subscriptions/:subscriptionId/resourceGroups/:resourceGroupName/providers/${provider}/streamingjobs`;
  const path = `${collection}/:jobName`;

  app.put(path, requireApiVersion(versions), requireSubscription, async (c) => {
    const id = toResourceId(c, path);
    const current = store.resources.get(id.toLowerCase());
    const failed = failIfNoneMatch(c, current) ?? failIfMatch(c, current) ?? failIfActive(c, current, modes);
    if (failed) return failed;

    const sent = await readBody(c);
    if (sent instanceof Response) return sent;
    const body = names.profile === 'microsoft' ? toListedSpelling(sent) : sent;

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
    if (identity.name.toLowerCase().startsWith(slowPrefix)) return respondPending(c, emulation, id);
    // 200 or 201 (S2-82); the live service always returns 200.
    return toJsonResponse(c, current || names.profile === 'microsoft' ? 200 : 201, job);
  });

  const checks = [requireApiVersion(versions), requireSubscription] as const;
  app.get(path, ...checks, (c) => {
    const found = findResource(c, store, path);
    if (found instanceof Response) return found;
    const job = settle(found, modes.now());
    store.resources.set(toResourceId(c, path).toLowerCase(), job);
    c.header('ETag', job.etag);
    // Recorded of the live service, on a read that is complete.
    c.header('Azure-AsyncOperation', `${new URL(c.req.url).origin}/arm/operationresults/${randomUUID()}`);
    return toJsonResponse(c, 200, toReadJob(job, c.req.query('$expand')));
  });
  const list = (c: Context, below: string) => {
    const toBody = (job: ArmResource) => toReadJob(settle(job, modes.now()), c.req.query('$expand'));
    return respondWithPage(c, emulation, below, { toBody, isListed: (id) => /\/streamingjobs\/[^/]+$/.test(id) });
  };
  const subscription = '/subscriptions/:subscriptionId';
  app.get(collection, ...checks, (c) => list(c, collection));
  app.get(`${subscription}/providers/${provider}/streamingjobs`, ...checks, (c) => list(c, subscription));
  addJobChangeRoutes(app, path, checks, emulation);
  addJobActionRoutes(app, path, checks, emulation);
}

/** Changes of members, and deletions. */
function addJobChangeRoutes(app: Hono, path: string, checks: readonly MiddlewareHandler[], emulation: Emulation): void {
  const { names, store, modes } = emulation;
  const toResource = (merged: JsonObject) => {
    const etag = randomUUID();
    const body = omitSecrets(merged, names) as JsonObject;
    return { etag, body: { ...body, properties: { ...asObject(body['properties']), etag } } };
  };
  app.on('PATCH', [path], ...checks, (c: Context) => {
    const active = failIfActive(c, store.resources.get(toResourceId(c, path).toLowerCase()), modes);
    return active ?? patchResource(c, store, path, toResource);
  });
  app.on('DELETE', [path], ...checks, (c: Context) => {
    const isSlow = c.req.param('jobName')?.toLowerCase().startsWith(slowPrefix);
    const deleted = deleteResource(c, store, path);
    return isSlow && deleted.status === 200 ? respondPending(c, emulation, toResourceId(c, path)) : deleted;
  });
}

/** The parts that a read has only when `$expand` names them; other names are ignored. */
const PARTS = ['inputs', 'transformation', 'outputs', 'functions'];

function toReadJob({ body }: ArmResource, expand = ''): JsonObject {
  const expanded = expand.split(',').map((name) => name.trim());
  const properties = Object.entries(asObject(body['properties'])).filter(
    ([name]) => !PARTS.includes(name) || expanded.includes(name),
  );
  return { ...body, properties: Object.fromEntries(properties) };
}

/** Jobs of these names take time. */
const slowPrefix = 'slow-';

/** `*` prevents an update; any other value is a 412 (S2-79, S2-80). */
function failIfNoneMatch(c: Context, current: ArmResource | undefined): Response | undefined {
  const ifNoneMatch = c.req.header('if-none-match');
  if (ifNoneMatch === undefined || (ifNoneMatch === '*' && !current)) return undefined;
  return failPrecondition(c, 'If-None-Match');
}

/** A job that runs is to be stopped before it is changed. */
function failIfActive(c: Context, current: ArmResource | undefined, modes: Emulation['modes']): Response | undefined {
  return current && isActive(settle(current, modes.now())) ? conflict(c) : undefined;
}

/** A replaced job keeps its id, name, jobId, createdDate and state (S2-07, S2-23). */
function keepIdentity(current: ArmResource | undefined): Partial<Identity> {
  if (!current) return {};
  const { id, name } = current.body as { id: string; name: string };
  const { jobId, createdDate, jobState } = asObject(current.body['properties']) as JsonObject &
    Pick<Identity, 'jobId' | 'createdDate' | 'jobState'>;
  return { id, name, jobId, createdDate, jobState };
}

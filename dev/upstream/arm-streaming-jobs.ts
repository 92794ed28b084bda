/** Streaming jobs: written and read (docs/specification.md#streaming-job), changed and deleted, started and stopped. */
import { randomUUID } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { respondPending, setRetryAfter } from './arm-operations.ts';
import { failPrecondition, findResource, invalid, readBody, requireKnown, toResourceId } from './arm-request.ts';
import { addResourceRoutes, type ResourceType, respondWithPage } from './arm-resource.ts';
import type { Emulation } from './emulation.ts';
import type { ArmResource } from './entities.ts';
import { Failure } from './failures.ts';
import { beginMove, canMove, type JobAction, readJobState } from './job-moves.ts';
import { asObject, isGiven, type JsonObject } from './json.ts';
import { type Identity, toStoredJob } from './streaming-job.ts';

const versions = ['2020-03-01', '2021-10-01-preview'];

/** Jobs of these names take time. */
const slowPrefix = 'slow-';

export function addStreamingJobRoutes(app: Hono, emulation: Emulation): void {
  const { names } = emulation;
  const provider = `${names.namespace}.StreamAnalytics`;
  const path = `/subscriptions/:subscriptionId/resourceGroups/:resourceGroupName/providers/${provider}/streamingjobs/:jobName`;
  const type: ResourceType = {
    path,
    type: `${provider}/streamingjobs`,
    versions,
    isPatched: true,
    isComposedAgain: true,
    createTag: randomUUID,
    // 200 or 201 (S2-82); the live service always returns 200.
    isCreatedWith200: names.profile === 'microsoft',
    compose: (body, identity, etag, current) =>
      toStoredJob(body, { ...identity, ...keepIdentity(current) }, etag, names),
    check(c, current) {
      // `*` prevents an update; any other value is a 412 (S2-79, S2-80).
      const ifNoneMatch = c.req.header('if-none-match');
      const isNone = ifNoneMatch === undefined || (ifNoneMatch === '*' && !current);
      if (!isNone) failPrecondition('If-None-Match');
      // A job that runs is to be stopped before it is changed.
      if (current && !canMove(current, 'start')) throw conflict();
    },
    // Inputs, outputs, functions and the transformation change at addresses of their own.
    toChange: (body) => ({ ...body, properties: omitParts(asObject(body['properties'])) }),
    respondPending(c, id) {
      const isSlow = c.req.param('jobName')?.toLowerCase().startsWith(slowPrefix);
      return isSlow ? respondPending(c, emulation, id) : undefined;
    },
    toBody(job, c) {
      // Recorded of the live service, on a read that is complete.
      c.header('Azure-AsyncOperation', `${new URL(c.req.url).origin}/arm/operationresults/${randomUUID()}`);
      return toReadJob(job, c.req.query('$expand'));
    },
  };
  addResourceRoutes(app, emulation, type);
  const subscription = '/subscriptions/:subscriptionId';
  app.get(`${subscription}/providers/${provider}/streamingjobs`, requireKnown(versions), (c) =>
    respondWithPage(c, emulation, type, subscription),
  );
  addJobActionRoutes(app, path, emulation);
}

/** The parts that a read has only when `$expand` names them; other names are ignored. */
const PARTS = ['inputs', 'transformation', 'outputs', 'functions'];

function toReadJob({ body }: ArmResource, expand = ''): JsonObject {
  const expanded = expand.split(',').map((name) => name.trim().toLowerCase());
  return { ...body, properties: omitParts(asObject(body['properties']), expanded) };
}

function omitParts(properties: JsonObject, expanded: readonly string[] = []): JsonObject {
  const shown = Object.entries(properties).filter(([name]) => !PARTS.includes(name) || expanded.includes(name));
  return Object.fromEntries(shown);
}

/** A replaced job keeps its id, name, jobId, createdDate and state (S2-07, S2-23). */
function keepIdentity(current: ArmResource | undefined): Partial<Identity> {
  if (!current) return {};
  const { id, name } = current.body as { id: string; name: string };
  const { jobId, createdDate, jobState } = asObject(current.body['properties']) as JsonObject &
    Pick<Identity, 'jobId' | 'createdDate' | 'jobState'>;
  return { id, name, jobId, createdDate, jobState };
}

/** Starting and stopping, and the results to poll. */
function addJobActionRoutes(app: Hono, path: string, emulation: Emulation): void {
  const { store, modes } = emulation;
  const check = requireKnown(versions);
  const move = (c: Context, action: JobAction, to: string): Response => {
    const job = findResource(c, emulation, path);
    // Stopping a job that does not run is not documented: nothing happens.
    if (action === 'stop' && ['Created', 'Stopped'].includes(readJobState(job))) return c.body(null, 200);
    if (!canMove(job, action)) throw conflict();
    const { jobsFail } = modes.current;
    store.resources.set(toResourceId(c, path).toLowerCase(), beginMove(job, action, jobsFail ? 'Failed' : to, modes));
    return pending(c, path, modes);
  };

  app.post(`${path}/start`, check, async (c) => {
    const sent = (await c.req.raw.clone().text()) === '' ? {} : await readBody(c);
    if (sent['outputStartMode'] === 'CustomTime' && !isGiven(sent['outputStartTime']))
      throw invalid('outputStartTime', 'The time is required for the mode CustomTime.');
    return move(c, 'start', 'Running');
  });
  app.post(`${path}/stop`, check, (c) => move(c, 'stop', 'Stopped'));
  app.get(`${path}/OperationResults/:operationId`, check, (c) => {
    const job = findResource(c, emulation, path);
    if (job.move) return pending(c, path, modes);
    if (readJobState(job) !== 'Failed') return c.body(null, 200);
    throw new Failure(409, 'JobMoveFailed', 'The job failed on its way.');
  });
}

function pending(c: Context, path: string, modes: Emulation['modes']): Response {
  const { origin } = new URL(c.req.url);
  const operation = c.req.param('operationId') ?? randomUUID();
  // Signed, as the live service does since 2025: a new signature in every response.
  const signature = `t=${Date.now()}&c=${'A'.repeat(600)}&s=${randomUUID()}&h=${randomUUID()}`;
  const results = `${origin}/arm${toResourceId(c, path)}/OperationResults/${operation}`;
  c.header('Location', `${results}?api-version=2020-03-01&${signature}`);
  setRetryAfter(c, modes, '10');
  return c.body(null, 202);
}

/** `details` is an object here, not a list. */
function conflict(): Failure {
  const message = 'The Stream Analytics job is not in a valid state to perform this operation.';
  const details = { code: '409', message, correlationId: randomUUID(), requestId: randomUUID() };
  return new Failure(409, 'Conflict', message, { details });
}

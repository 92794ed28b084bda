/** Starting and stopping streaming jobs, and the results to poll. */
import { randomUUID } from 'node:crypto';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { setRetryAfter } from './arm-operations.ts';
import { findResource, readBody, toResourceId, validationError } from './arm-request.ts';
import type { Emulation } from './emulation.ts';
import type { ArmResource } from './entities.ts';
import { armFailure } from './failures.ts';
import { beginMove, canMove, type JobAction, readJobState, settle } from './job-moves.ts';
import { isGiven } from './json.ts';
import { toJsonResponse } from './response-headers.ts';

/** `path` is a job's; `checks` are those of every call to it. */
export function addJobActionRoutes(
  app: Hono,
  path: string,
  checks: readonly MiddlewareHandler[],
  { store, modes }: Emulation,
): void {
  const findJob = (c: Context): ArmResource | Response => {
    const found = findResource(c, store, path);
    if (found instanceof Response) return found;
    const job = settle(found, modes.now());
    store.resources.set(toResourceId(c, path).toLowerCase(), job);
    return job;
  };
  const move = (c: Context, action: JobAction, to: string): Response => {
    const job = findJob(c);
    if (job instanceof Response) return job;
    // Stopping a job that does not run is not documented: nothing happens.
    if (action === 'stop' && ['Created', 'Stopped'].includes(readJobState(job))) return c.body(null, 200);
    if (!canMove(job, action)) return conflict(c);
    store.resources.set(toResourceId(c, path).toLowerCase(), beginMove(job, action, to, modes));
    return pending(c, path, modes);
  };

  app.on('POST', [`${path}/start`], ...checks, async (c: Context) => {
    const sent = (await c.req.raw.clone().text()) === '' ? {} : await readBody(c);
    if (sent instanceof Response) return sent;
    if (sent['outputStartMode'] === 'CustomTime' && !isGiven(sent['outputStartTime'])) {
      const message = 'The time is required for the mode CustomTime.';
      return validationError(c, [{ code: 'ValidationError', target: 'outputStartTime', message }]);
    }
    return move(c, 'start', modes.current.jobsFail ? 'Failed' : 'Running');
  });
  app.on('POST', [`${path}/stop`], ...checks, (c: Context) =>
    move(c, 'stop', modes.current.jobsFail ? 'Failed' : 'Stopped'),
  );
  app.on('GET', [`${path}/OperationResults/:operationId`], ...checks, (c: Context) => {
    const job = findJob(c);
    if (job instanceof Response) return job;
    if (job.move) return pending(c, path, modes);
    if (readJobState(job) !== 'Failed') return c.body(null, 200);
    return armFailure(c, { status: 409, code: 'JobMoveFailed', message: 'The job failed on its way.' });
  });
}

function pending(c: Context, path: string, modes: Emulation['modes']): Response {
  const { origin } = new URL(c.req.url);
  const operation = c.req.param('operationId') ?? randomUUID();
  // Signed, as the live service does since 2025: a new signature in every response.
  const signature = `t=${Date.now()}&c=${'A'.repeat(600)}&s=${randomUUID()}&h=${randomUUID()}`;
  c.header(
    'Location',
    `${origin}/arm${toResourceId(c, path)}/OperationResults/${operation}?api-version=2020-03-01&${signature}`,
  );
  setRetryAfter(c, modes, '10');
  return c.body(null, 202);
}

/** `details` is an object here, not a list. */
export function conflict(c: Context): Response {
  const message = 'The Stream Analytics job is not in a valid state to perform this operation.';
  const details = { code: '409', message, correlationId: randomUUID(), requestId: randomUUID() };
  return toJsonResponse(c, 409, { error: { code: 'Conflict', message, details } });
}

/** Writes that take time: 201 or 202 with `Azure-AsyncOperation` or `Location` and `Retry-After`, and their progress. */
import { randomUUID } from 'node:crypto';
import type { Context, Hono } from 'hono';
import type { Emulation } from './emulation.ts';
import { Failure } from './failures.ts';
import { toJsonResponse } from './json.ts';

/** Not a multiple of Retry-After. */
const SLOW_MS = 12_000;

/** Accepts a write: the response says where its progress is, and has no resource. One that fails leaves none. */
export function respondPending(c: Context, { store, modes }: Emulation, resourceId: string): Response {
  if (modes.current.jobsFail) store.resources.delete(resourceId.toLowerCase());
  const id = randomUUID();
  store.operations.set(id, {
    endsAt: modes.now() + (modes.current.moveMs ?? SLOW_MS),
    isFailed: modes.current.jobsFail,
  });
  // Below the subscription, as the live API's addresses of running writes are.
  const [, subscription, provider] = /^(\/subscriptions\/[^/]+).*(\/providers\/[^/]+)/.exec(resourceId) ?? [];
  const target = `/arm${subscription}${provider}/locations/westeurope/operationStatuses/${id}?api-version=2020-03-01`;
  const progress = new URL(target, c.req.url).href;
  setRetryAfter(c, modes, '5');
  return c.body(null, 202, { 'Azure-AsyncOperation': progress, Location: progress });
}

export function setRetryAfter(c: Context, modes: Emulation['modes'], seconds: string): void {
  if (modes.current.sendsRetryAfter) c.header('Retry-After', seconds);
}

export function addOperationRoutes(app: Hono, { store, modes }: Emulation): void {
  const provider = '/subscriptions/:subscriptionId/providers/:provider';
  app.get(`${provider}/locations/:location/operationStatuses/:operationId`, (c) => {
    const operation = store.operations.get(c.req.param('operationId'));
    if (!operation) throw new Failure(404, 'OperationNotFound', 'There is no operation.');
    if (modes.now() < operation.endsAt) {
      setRetryAfter(c, modes, '5');
      return toJsonResponse(c, 200, { status: 'InProgress' });
    }
    const error = { code: 'JobCreationFailed', message: 'The job could not be created.' };
    return toJsonResponse(c, 200, operation.isFailed ? { status: 'Failed', error } : { status: 'Succeeded' });
  });
}

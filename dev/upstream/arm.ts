/** The management API. */
import { Hono } from 'hono';
import { subscriptions } from '../seed.ts';
import { addAuthorizationRoutes } from './arm-authorizations.ts';
import { addDiagnosticRoutes } from './arm-diagnostics.ts';
import { createHealthEvents } from './arm-health-events.ts';
import { addOperationRoutes } from './arm-operations.ts';
import { denyByPolicy } from './arm-policy.ts';
import { addStreamingJobRoutes } from './arm-streaming-jobs.ts';
import { requireIdentity } from './authenticate.ts';
import { beginApi } from './begin-api.ts';
import type { Emulation } from './emulation.ts';
import { serveExamples } from './examples.ts';
import { Failure } from './failures.ts';

export function createArm(emulation: Emulation): Hono {
  const root = new Hono({ getPath: (request) => toCanonicalPath(request, app) });
  const app: Hono = beginApi('arm', emulation, root);
  app.use(emulation.quotas.take);
  // First, because its errors have their own format.
  app.route('/', createHealthEvents(emulation));
  app.use(requireIdentity('arm', emulation));
  app.get('/subscriptions', (c) => c.json({ value: Object.values(subscriptions).map(toSubscription) }));
  app.put('/subscriptions/:subscriptionId/resourceGroups/:resourceGroupName/*', denyByPolicy);
  addAuthorizationRoutes(app, emulation);
  addDiagnosticRoutes(app, emulation);
  addStreamingJobRoutes(app, emulation);
  addOperationRoutes(app, emulation);
  app.use(serveExamples('arm', emulation));
  app.all('*', () => {
    throw new Failure(404, 'InvalidResourceType', 'The resource type could not be found.');
  });
  return app;
}

const toSubscription = (subscriptionId: string) => ({ id: `/subscriptions/${subscriptionId}`, subscriptionId });

/** Fixed path segments are case-insensitive; values keep their case, as in the live API. */
function toCanonicalPath(request: Request, { routes }: Hono): string {
  const fixed = routes.flatMap(({ path }) => path.split('/')).filter((segment) => !/[:*]/.test(segment));
  const canonical = new Map(fixed.map((segment) => [segment.toLowerCase(), segment]));
  const segments = new URL(request.url).pathname.split('/');
  return segments.map((segment) => canonical.get(segment.toLowerCase()) ?? segment).join('/');
}

/** The management API: its operations, and how their paths are matched. */
import { Hono } from 'hono';
import { answerFields } from './answer.ts';
import { addAuthorizationRoutes } from './arm-authorizations.ts';
import { addDiagnosticRoutes } from './arm-diagnostics.ts';
import { addHealthEventRoutes } from './arm-health-events.ts';
import { addStreamingJobRoutes } from './arm-streaming-jobs.ts';
import { requireIdentity } from './authenticate.ts';
import type { Emulation } from './emulation.ts';
import { armFailure } from './failures.ts';

export function createArm(emulation: Emulation): Hono {
  const { audiences, clientId, names } = emulation;
  const app = new Hono({ getPath: toCanonicalPath(names.namespace) }).basePath('/arm');
  app.use(answerFields('arm'));
  // First, because its failures have their own shape.
  addHealthEventRoutes(app, emulation);
  app.use(requireIdentity({ audience: audiences.arm, clientId, failure: armFailure }));
  addAuthorizationRoutes(app, emulation);
  addDiagnosticRoutes(app, emulation);
  addStreamingJobRoutes(app, emulation);
  app.all('*', (c) =>
    armFailure(c, { status: 404, code: 'InvalidResourceType', message: 'The resource type could not be found.' }),
  );
  return app;
}

/** Path names are case-insensitive, and values keep the case they are given in (public-cloud 1.0, Case). */
function toCanonicalPath(namespace: string): (request: Request) => string {
  const names = [
    'subscriptions',
    'resourceGroups',
    'providers',
    `${namespace}.ApiManagement`,
    'service',
    'authorizationProviders',
    'authorizations',
    'apis',
    'diagnostics',
    `${namespace}.ResourceHealth`,
    'events',
    `${namespace}.StreamAnalytics`,
    'streamingjobs',
  ];
  const canonical = new Map(names.map((name) => [name.toLowerCase(), name]));
  return (request) =>
    new URL(request.url).pathname
      .split('/')
      .map((segment) => canonical.get(segment.toLowerCase()) ?? segment)
      .join('/');
}

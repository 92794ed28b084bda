/** The composition root: settings, services, and the functions in the API's order. */
import { join } from 'node:path';
import { app } from '@azure/functions';
import { listHealthPages } from '../lib/azure/health-pages.ts';
import { registerOperation, registerPage, registerSweep, registerWarmUp, report } from '../lib/azure/register.ts';
import { type CloudOperation, toCloudOperation } from '../lib/operation.ts';
import { listPages } from '../lib/pages/static-pages.ts';
import { type Serve, serve } from '../lib/pipeline.ts';
import { createServices, type Services } from '../lib/services.ts';
import { readSettings } from '../lib/settings/read-settings.ts';
import type { Clock } from '../lib/time/clock.ts';
import { operations } from './operations.ts';

/** Registers all functions with the host. Throws SettingsError. */
export function startApp(clock: Clock): void {
  const settings = readSettings();
  const services = createServices(settings, clock, report);
  for (const definition of operations) {
    const operation = toCloudOperation(definition, services.profile);
    registerOperation(operation, serveWhenCalled(operation, services));
  }
  for (const page of [
    ...listHealthPages(services.health),
    ...listPages(settings, join(import.meta.dirname, '../dist/pages')),
  ])
    registerPage(page);
  registerSweep(services.sweep);
  registerWarmUp(services.warmUp);
  // Once the host knows the functions: it sends no request earlier.
  setImmediate(services.prefetch);
  app.hook.appTerminate(() => {
    services.health.drain();
    return services.close();
  });
}

/** Compiled on the first call, to keep cold starts short. */
function serveWhenCalled(operation: CloudOperation, services: Services): Serve {
  let compiled: Serve | undefined;
  return (...call) => {
    compiled ??= serve(operation, services);
    return compiled(...call);
  };
}

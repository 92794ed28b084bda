/** The composition root: settings, services, and the functions in the API's order. */
import { join } from 'node:path';
import { app } from '@azure/functions';
import { listHealthPages } from '../lib/azure/health-pages.ts';
import { registerOperation, registerPage, registerSweep, registerWarmUp, report } from '../lib/azure/register.ts';
import { type CloudOperation, toCloudOperation } from '../lib/operation.ts';
import { listPages } from '../lib/pages/static-pages.ts';
import { type Serve, serve } from '../lib/pipeline.ts';
import { createServices } from '../lib/services.ts';
import { readSettings } from '../lib/settings/read-settings.ts';
import { createClock } from '../lib/time/clock.ts';
import { operations } from './operations.ts';

const settings = readSettings();
const services = createServices(settings, createClock(settings.CLOCK_SPEED), report);

for (const definition of operations) {
  const operation = toCloudOperation(definition, services.profile);
  registerOperation(operation, serveWhenCalled(operation));
}
for (const page of [
  ...listHealthPages(services.health),
  ...listPages(settings, join(import.meta.dirname, '../dist/pages')),
])
  registerPage(page);
registerSweep(services.sweep);
registerWarmUp(services.warmUp);
// Once the host knows the functions: it sends the first request no sooner.
setImmediate(services.prefetch);
app.hook.appTerminate(() => {
  services.health.drain();
  return services.close();
});

/** What serving takes beside the definition, its schemas' rules above all, is worked out at the first call: a start is waited for. */
function serveWhenCalled(operation: CloudOperation): Serve {
  let answer: Serve | undefined;
  return (...call) => {
    answer ??= serve(operation, services);
    return answer(...call);
  };
}

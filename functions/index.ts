/** The composition root: settings, services, and the functions in the API's order. */
import { app } from '@azure/functions';
import { type CloudOperation, toCloudOperation } from '../lib/operation.ts';
import { type Serve, serve } from '../lib/pipeline.ts';
import { createServices } from '../lib/services.ts';
import { readSettings } from '../lib/settings.ts';
import { createClock } from '../lib/time/clock.ts';
import { listHealthPages } from './health.ts';
import { registerOperation, registerPage, registerSweep, registerWarmUp, report } from './host.ts';
import { operations } from './operations.ts';
import { listPages } from './pages.ts';

const settings = readSettings();
const services = createServices(settings, createClock(settings.CLOCK_SPEED), report);

for (const definition of operations) {
  const operation = toCloudOperation(definition, services.profile);
  registerOperation(operation, serveWhenCalled(operation));
}
for (const page of [...listHealthPages(services.health), ...listPages(settings)]) registerPage(page);
registerSweep(services.sweep);
registerWarmUp(services.warmUp);
// Once the host knows the functions: it sends the first request no sooner.
setImmediate(services.prepare);
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

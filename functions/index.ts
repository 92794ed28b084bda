/** The composition root: settings, services, and the functions in the API's order. */
import { app } from '@azure/functions';
import { toCloudOperation } from '../lib/operation.ts';
import { serve } from '../lib/pipeline.ts';
import { createServices } from '../lib/services.ts';
import { readSettings } from '../lib/settings.ts';
import { createClock } from '../lib/time/clock.ts';
import { authorizeModelCopy } from './authorize-model-copy.ts';
import { createOrReplaceStreamingJob } from './create-or-replace-streaming-job.ts';
import { createOrUpdateApiDiagnostic } from './create-or-update-api-diagnostic.ts';
import { createOrUpdateAuthorization } from './create-or-update-authorization.ts';
import { deleteRestoreSession } from './delete-restore-session.ts';
import { getCustomer } from './get-customer.ts';
import { getItem } from './get-item.ts';
import { registerOperation, registerSweep, report } from './host.ts';
import { listHealthEvents, listNestedHealthEvents } from './list-health-events.ts';
import { searchRestorePoints } from './search-restore-points.ts';

const operations = [
  createOrUpdateAuthorization,
  createOrUpdateApiDiagnostic,
  listHealthEvents,
  listNestedHealthEvents,
  createOrReplaceStreamingJob,
  searchRestorePoints,
  deleteRestoreSession,
  authorizeModelCopy,
  getCustomer,
  getItem,
];

const settings = readSettings();
const services = createServices(settings, createClock(settings.CLOCK_SPEED), report);

for (const definition of operations) {
  const operation = toCloudOperation(definition, services.profile);
  registerOperation(operation, serve(operation, services));
}
registerSweep(services.sweep);
app.hook.appTerminate(() => services.close());

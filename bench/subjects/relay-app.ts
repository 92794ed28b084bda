/** The function app as `functions/index.ts` composes it, with every operation relayed: nothing is cached. */

import { operations } from '../../functions/operations.ts';
import { registerOperation, report } from '../../lib/azure/register.ts';
import { toCloudOperation } from '../../lib/operation.ts';
import { serve } from '../../lib/pipeline.ts';
import { createServices } from '../../lib/services.ts';
import { readSettings } from '../../lib/settings/read-settings.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { withoutCache } from './operations.ts';

const services = createServices(readSettings(), systemClock, report);

for (const definition of withoutCache(operations)) {
  const operation = toCloudOperation(definition, services.profile);
  registerOperation(operation, serve(operation, services));
}

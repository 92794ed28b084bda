/** The function app of functions/start-app.ts without caches: every call is a relay. */
import { operations } from '../../functions/operations.ts';
import { listRoutes } from '../../lib/azure/list-functions.ts';
import { registerApp } from '../../lib/azure/register.ts';
import { createServices } from '../../lib/services.ts';
import { readSettings } from '../../lib/settings/read-settings.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { withoutCache } from './operations.ts';

const settings = readSettings();
const services = createServices(settings, systemClock, (record) => console.warn(JSON.stringify(record)));
const uncached = withoutCache(operations);

registerApp(uncached, listRoutes(uncached, settings, services), [], services);

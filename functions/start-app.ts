import { join } from 'node:path';
import { listAnonymous, listRoutes } from '../lib/azure/list-functions.ts';
import { registerApp } from '../lib/azure/register.ts';
import { type Log, toLogLine } from '../lib/observability/request-record.ts';
import { createServices } from '../lib/services.ts';
import { listIgnored, readSettings } from '../lib/settings/read-settings.ts';
import type { Clock } from '../lib/time/clock.ts';
import { operations, selectOperations } from './operations.ts';

/**
 * Logs what belongs to no invocation, one JSON object per line. The host grades lines of stdout as information, and those
 * of stderr by their words: `warn` first, before `error` and `fail`, which names and reasons may contain.
 */
const report: Log = (record) => {
  if ('alert' in record) console.warn(toLogLine({ ...record, level: 'warn' }));
  else console.info(toLogLine(record));
};

/** Builds the services from the settings and registers every function with the host, in the API's order. @throws SettingsError */
export function startApp(clock: Clock): void {
  const settings = readSettings();
  const services = createServices(settings, clock, report);
  const served = selectOperations(settings.OPERATIONS);
  const pages = listAnonymous(settings, join(import.meta.dirname, '../dist/pages'), services);
  registerApp(operations, listRoutes(served, settings, services), pages, services);
  const withoutEffect = listIgnored();
  const started = { started: 'frontdesk', profile: settings.CLOUD_PROFILE, node: process.version };
  report(withoutEffect.length > 0 ? { ...started, withoutEffect } : started);
  // Deferred: the host sends requests only once it knows the functions.
  setImmediate(services.prefetch);
}

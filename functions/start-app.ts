/** The composition root: settings, services, and the functions in the API's order. */
import { join } from 'node:path';
import { registerApp } from '../lib/azure/register.ts';
import { type Log, toLogLine } from '../lib/observability/request-record.ts';
import { listPages, type Page } from '../lib/pages/static-pages.ts';
import type { SpecialEndpoint } from '../lib/request-context.ts';
import { createServices } from '../lib/services.ts';
import { listIgnored, readSettings } from '../lib/settings/read-settings.ts';
import type { Clock } from '../lib/time/clock.ts';
import { selectOperations } from './operations.ts';

/**
 * Logs what belongs to no invocation, one JSON object per line. The host grades lines of stdout as information, and those
 * of stderr by their words: `warn` first, before `error` and `fail`, which names and reasons may contain.
 */
const report: Log = (record) => {
  if ('alert' in record) console.warn(toLogLine({ ...record, level: 'warn' }));
  else console.info(toLogLine(record));
};

/** Builds the services and registers every function with the host. Throws SettingsError. */
export function startApp(clock: Clock): void {
  const settings = readSettings();
  const services = createServices(settings, clock, report);
  const probes: readonly Page[] = [
    { name: 'healthz', route: 'healthz', respond: async () => services.health.respondAlive() },
    { name: 'readyz', route: 'readyz', respond: () => services.health.respondReady() },
  ];
  const pages = listPages(settings, join(import.meta.dirname, '../dist/pages'));
  const endpoints = settings.PAGES?.includes('console') ? [ownGrants] : [];
  registerApp(selectOperations(settings.OPERATIONS), endpoints, [...probes, ...pages], services);
  const ignoredSettings = listIgnored();
  const ignored = ignoredSettings.length > 0 ? { ignoredSettings } : {};
  report({ started: 'frontdesk', profile: settings.CLOUD_PROFILE, node: process.version, ...ignored });
  // Deferred: the host sends requests only once it knows the functions.
  setImmediate(services.prefetch);
}

const OWN_GRANTS = '/console/me/grants';

/** The caller's own grants: the console offers what they name. Calls no upstream. Source: C-59. */
const ownGrants: SpecialEndpoint = {
  name: 'showOwnGrants',
  method: 'GET',
  route: OWN_GRANTS,
  path: OWN_GRANTS,
  upstream: 'none',
  errors: 'arm',
  timeoutMs: 5_000,
  isWrite: false,
  respond: async ({ services, caller }) => {
    return { status: 200, headers: {}, body: JSON.stringify({ value: services.access.listGrants(caller) }) };
  },
};

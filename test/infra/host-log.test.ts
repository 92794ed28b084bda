/** What of the host's and the app's lines reaches the workspace, by the levels of host.json (dev/host/log-levels.ts). */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createLogFilter, type LogRules } from '../../dev/host/log-levels.ts';
import { operations } from '../../functions/operations.ts';

const { logging } = JSON.parse(readFileSync('host.json', 'utf8'));
const rules: LogRules = logging.logLevel;
const passes = createLogFilter(rules);
const functions = Object.keys(rules).flatMap((category) => /^Function\.(\w+)\.User$/.exec(category)?.[1] ?? []);

const OURS = [...functions.map((name) => `Function.${name}.User`), 'Host.Function.Console'];
const HOSTS = [
  ...['Host.Startup', 'Host.General', 'Host.Singleton', 'Host.Aggregator', 'Worker.rpcWorker', 'Host.Executor'],
  'Microsoft.Azure.WebJobs.Script.WebHost',
];
/** Of each invocation, and of a body that is too large or cut off: anybody can cause it, and an error has 13 KB. */
const INVOCATIONS = [...functions.map((name) => `Function.${name}`), 'Host.Results'];

it('of a request only its record reaches the workspace; of the host, warnings', () => {
  expect(functions.length).toBeGreaterThan(operations.length);
  for (const category of OURS) expect(passes(category, 'information'), category).toBe(true);
  for (const category of HOSTS) {
    expect(passes(category, 'information'), category).toBe(false);
    expect(passes(category, 'warning'), category).toBe(true);
  }
});

it.each(INVOCATIONS)('%s writes nothing, not even that a body is too large', (category) => {
  expect(passes(category, 'error')).toBe(false);
});

it('keeps every line; of all else, which anybody can cause, about one a second is kept', () => {
  const { isEnabled, maxTelemetryItemsPerSecond, excludedTypes } = logging.applicationInsights.samplingSettings;
  expect({ isEnabled, maxTelemetryItemsPerSecond, excludedTypes }).toEqual({
    isEnabled: true,
    maxTelemetryItemsPerSecond: 1,
    excludedTypes: 'Trace',
  });
});

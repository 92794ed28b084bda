/**
 * What of the host's and the app's lines reaches the workspace. Source: azure-webjobs-sdk, LoggerRuleSelector and
 * FilteringTelemetryProcessor (the longest rule that a category starts with; no wildcards); LogCategories; FunctionInstanceLogger.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { operations } from '../../functions/operations.ts';
import { listBatchRoutes } from '../../lib/batch.ts';
import { PROFILES } from '../../lib/profiles.ts';

const { logging } = JSON.parse(readFileSync('host.json', 'utf8'));
const SEVERITY = ['Trace', 'Debug', 'Information', 'Warning', 'Error', 'Critical', 'None'];

type Rules = Readonly<Record<string, string>>;

/** Whether a line of this level passes the host's filter. */
function passes(rules: Rules, category: string, level: string): boolean {
  const matching = Object.keys(rules).filter((rule) => category.toLowerCase().startsWith(rule.toLowerCase()));
  const longest = matching.reduce((best, rule) => (rule.length >= best.length ? rule : best), '');
  return SEVERITY.indexOf(level) >= SEVERITY.indexOf(rules[longest] ?? rules['default'] ?? 'Information');
}

const polls = readFileSync('lib/polls.ts', 'utf8').match(/name: '(\w+)'/)?.[1] ?? '';
const batches = listBatchRoutes(PROFILES.microsoft).map(({ name }) => name);
/** Functions with a log of their own. Pages and probes have none. */
const writing = [...operations.map(({ name }) => name), polls, ...batches];
const HOSTS = [
  ...['Host.Startup', 'Host.General', 'Host.Singleton', 'Host.Aggregator', 'Host.Triggers.Warmup', 'Worker.rpcWorker'],
  ...['Microsoft.Azure.WebJobs.Script.WebHost', 'Host.Executor', 'Function.healthz', 'Function.docs.User'],
];

/** Returns what is wrong with the levels: lines of ours that are lost, lines of the host's that are kept. */
function listMistakes(rules: Rules): string[] {
  const ours = [...writing.map((name) => `Function.${name}.User`), 'Host.Function.Console'];
  // "Executing 'Functions.x' …" and "Executed 'Functions.x' …".
  const hosts = [...writing.map((name) => `Function.${name}`), ...HOSTS];
  return [
    ...ours.filter((category) => !passes(rules, category, 'Information')).map((category) => `lost: ${category}`),
    ...hosts.filter((category) => passes(rules, category, 'Information')).map((category) => `kept: ${category}`),
    ...[...ours, ...hosts].filter((category) => !passes(rules, category, 'Warning')).map((each) => `silent: ${each}`),
  ];
}

it('of a request only its record reaches the workspace at Information; of the host, warnings', () => {
  expect(writing.length).toBeGreaterThan(operations.length + 2);
  expect(listMistakes(logging.logLevel)).toEqual([]);
});

it('has a level for nothing else', () => {
  const expected = [
    'default',
    'Host.Results',
    'Host.Function.Console',
    ...writing.map((name) => `Function.${name}.User`),
  ];
  expect(Object.keys(logging.logLevel).sort()).toEqual(expected.sort());
});

it.each<[string, Rules, string]>([
  ['a level for all functions', { ...logging.logLevel, Function: 'Information' }, `kept: Function.${writing[0]}`],
  ['a wildcard', { default: 'Warning', 'Function.*.User': 'Information' }, `lost: Function.${writing[0]}.User`],
  ['a level without ours', { default: 'Warning' }, 'lost: Host.Function.Console'],
  ['a host that is silent', { ...logging.logLevel, default: 'None' }, 'silent: Host.General'],
])('%s is found', (_, rules, mistake) => {
  expect(listMistakes(rules)).toContain(mistake);
});

it("keeps every line; of the host's own rows of requests, which anybody can cause, one a second", () => {
  const { isEnabled, maxTelemetryItemsPerSecond, excludedTypes } = logging.applicationInsights.samplingSettings;
  expect({ isEnabled, maxTelemetryItemsPerSecond }).toEqual({ isEnabled: true, maxTelemetryItemsPerSecond: 1 });
  expect(excludedTypes.split(';').sort()).toEqual(['Exception', 'Trace']);
});

/**
 * A game day: each disaster is caused in a running app, and the alerts that fire are named, those of the rules and the
 * platform's. Every rule is fired by one of them, and by no other.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterAll, expect, it, vi } from 'vitest';
import { getProgrammingModel } from '../../dev/host/core.ts';
import { startHost } from '../../dev/host/server.ts';
import { listen } from '../../dev/server.ts';
import { getItem } from '../../functions/get-item.ts';
import { createServices } from '../../lib/services.ts';
import { readSettings } from '../../lib/settings/read-settings.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { serveBy } from '../support/serve-directly.ts';
import { authorizeCopy, putAuthorization, readCustomer, readItem, readJob, toPath } from '../support/valid-requests.ts';
import { type Run, startWatchedStack } from './watched-stack.ts';
import { rules, Workspace } from './workspace.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const INSTANCES = ['a', 'b', 'c', 'd', 'e'];

/** Why the app does not start in a host without its settings: before there are any. */
const failedStart = await startHost({
  rootDir: process.cwd(),
  port: 0,
  load: async () => (await import('../../functions/start-app.ts')).startApp(systemClock),
}).then(
  () => 'It has started.',
  ({ message }) => message,
);

const watched = await startWatchedStack();
const { stack, clock, callers, stranger, send, listEvents, repeat, failing } = watched;

async function loseTable(run: Run, minutes: number, instances?: readonly string[]): Promise<void> {
  await watched.table.injectFault({ kind: 'down' });
  const work = async (minute: number) => {
    await listEvents(1000 + minute);
    await send(putAuthorization);
    await stack.send('GET', '/readyz', { token: null });
  };
  await run.eachMinute(minutes, work, instances);
}

const APP_DOES_NOT_START = 'the settings do not let the app start';
const TABLE_GONE = 'the table is away for three minutes';
const IDENTITY_REFUSED = 'the managed identity is refused';
const POLICY_BROKEN = 'a change of the access policy is invalid';
const LOG_CAP_NEAR = 'the log has 80 % of its cap';

/** Responses 401 in records, and those that are only counted. */
const countRefused = () =>
  stack.log.filter(({ status }) => status === 401).length +
  stack.alerts.reduce((sum, { refused }) => sum + Number(refused ?? 0), 0);

const started = () => stack.alerts.filter((line) => 'started' in line);

/** What happens, what of it the workspace gets, and the rules that must fire. Begins ten minutes after the previous one. */
const cases: readonly (readonly [string, readonly string[], (run: Run) => Promise<unknown>])[] = [
  [
    IDENTITY_REFUSED,
    ['unavailable', 'server-errors', 'identity-fails'],
    async () => {
      await stack.identity.fault({ target: 'token', times: 1000, fault: { kind: 'status', status: 400 } });
      await repeat(20, readItem);
    },
  ],
  [
    'ordinary use, with the failures that callers cause',
    [],
    async () => {
      await repeat(30, readItem, 3);
      for (let index = 0; index < 10; index++) await listEvents(1);
      await repeat(3, authorizeCopy, 3);
      await send(readCustomer, stranger);
      await stack.send('GET', `${toPath(readItem)}?unknown=1`, { token: callers[0] ?? null });
      await stack.send('GET', toPath(readItem), { token: 'a.b.c' });
      await stack.upstream.fault({ api: 'business', fault: { kind: 'status', status: 404 } });
      await send(readItem);
    },
  ],
  [
    'an upstream fails',
    ['server-errors', 'upstream-down'],
    async () => {
      await failing('business', 500);
      await repeat(25, readItem);
    },
  ],
  [
    'an upstream answers 429 to everybody',
    ['upstream-throttles'],
    async () => {
      await failing('arm', 429, { headers: { 'retry-after': '60' } });
      await repeat(30, readJob);
    },
  ],
  ['our own rate is reached by many', ['upstream-rate'], () => repeat(30, authorizeCopy)],
  ['one caller exceeds the limit', ['limited-callers'], () => repeat(210, readItem, 1)],
  [
    'every token of the managed identity is refused',
    ['server-errors', 'retries', 'identity-fails'],
    async () => {
      await failing('arm', 401);
      for (const token of [...callers, ...callers, ...callers].slice(0, 100)) {
        // A token is replaced once in 30 s at most.
        clock.time += 2_000;
        await send(readJob, token);
      }
    },
  ],
  [TABLE_GONE, ['table-fails'], (run) => loseTable(run, 3)],
  [
    'nobody calls, and the web test finds that the table is away',
    ['table-fails'],
    async (run) => {
      await watched.table.injectFault({ kind: 'down' });
      await run.eachMinute(3, () => run.probe());
    },
  ],
  ['five instances miss the table for a minute', [], (run) => loseTable(run, 1, INSTANCES)],
  [
    'an upstream’s successes are no JSON objects for three minutes',
    ['upstream-drift'],
    async (run) => {
      await stack.upstream.fault({ api: 'arm', times: 10, fault: { kind: 'malformed', text: '[]', processed: true } });
      await run.eachMinute(3, () => send(putAuthorization));
    },
  ],
  [
    'five instances see it for a minute',
    [],
    async (run) => {
      await stack.upstream.fault({ api: 'arm', fault: { kind: 'malformed', text: '[]', processed: true } });
      await send(putAuthorization);
      run.collect(INSTANCES);
    },
  ],
  [
    'stored responses cannot be refreshed for five minutes',
    ['refresh-fails'],
    async (run) => {
      await listEvents(3000);
      clock.time += 2.8 * MINUTE_MS;
      await listEvents(3001);
      await failing('arm', 500);
      await run.eachMinute(5, async (minute) => {
        const before = stack.alerts.length;
        await listEvents(minute < 3 ? 3000 : 3001);
        // In the background.
        await vi.waitFor(() => expect(stack.alerts.length).toBeGreaterThan(before), { timeout: 20_000 });
      });
    },
  ],
  [
    'a response comes after its deadline',
    ['late-responses'],
    async () => {
      await stack.upstream.fault({ api: 'business', fault: { kind: 'delay', ms: 200 } });
      const now = performance.now.bind(performance);
      let lostMs = 0;
      const spy = vi.spyOn(performance, 'now').mockImplementation(() => now() + lostMs);
      const sending = send(readItem);
      await vi.waitFor(
        async () => expect((await stack.upstream.calls()).filter(({ path }) => path.includes('items'))).not.toEqual([]),
        20_000,
      );
      lostMs = 10_000;
      await sending;
      spy.mockRestore();
    },
  ],
  [
    'an upstream is slow, and more calls come than may wait',
    ['server-errors', 'shed-calls'],
    async () => {
      await stack.upstream.fault({ api: 'business', times: 50, fault: { kind: 'delay', ms: 500 } });
      await Promise.all(callers.map((token) => send(readItem, token)));
    },
  ],
  [
    'a defect',
    ['internal-error'],
    async ({ workspace }) => {
      const services = createServices(readSettings(), clock, () => {});
      const headers = { authorization: `Bearer ${callers[0]}` };
      const { records } = await serveBy(services, getItem)({ params: null as never, headers });
      await services.close();
      workspace.addLines(records, clock.time);
    },
  ],
  [
    'one caller tries what nobody granted',
    ['denied-callers'],
    async () => {
      for (let index = 0; index < 50; index++) await send(readItem, stranger);
    },
  ],
  [
    'a flood of tokens that are none, most of which are only counted',
    ['refused-tokens'],
    async () => {
      const before = countRefused();
      // Without waiting for a record of each.
      const flood = () => fetch(stack.url + toPath(readItem), { headers: { authorization: 'Bearer a.b.c' } });
      await Promise.all(Array.from({ length: 100 }, flood));
      await vi.waitFor(() => expect(countRefused() - before).toBe(100), { timeout: 20_000 });
    },
  ],
  [
    POLICY_BROKEN,
    ['policy-fails'],
    async () => {
      watched.writePolicy('{"grants":[]}');
      await send(readItem);
    },
  ],
  [
    'an instance starts three times in fifteen minutes',
    ['restarts'],
    async ({ workspace }) => {
      for (let start = 0; start < 3; start++) workspace.addLines(started(), clock.time - start * MINUTE_MS);
    },
  ],
  [
    'three instances start',
    [],
    async ({ workspace }) => {
      for (const instance of ['a', 'b', 'c']) workspace.addLines(started(), clock.time, instance);
    },
  ],
  [
    APP_DOES_NOT_START,
    ['unavailable', 'does-not-start'],
    async (run) => {
      // The host without a function.
      const host = await listen(
        createServer((_, response) => response.writeHead(404).end()),
        0,
      );
      run.url = host.url;
      run.workspace.addLines([`Worker was unable to load entry point "dist/main.cjs": ${failedStart}`], clock.time);
      afterAll(host.close);
    },
  ],
  [
    'the collector refuses telemetry for three minutes',
    ['telemetry-lost'],
    async (run) => {
      const collector = await listen(
        createServer((_, response) => response.writeHead(400).end()),
        0,
      );
      const settings = readSettings({ ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
      const lines: object[] = [];
      const services = createServices(settings, clock, (record) => lines.push(record));
      await run.eachMinute(3, async () => {
        await services.telemetry.flush();
        run.workspace.addLines(lines.splice(0), clock.time);
      });
      await services.close();
      await collector.close();
    },
  ],
  [
    'the worker’s messages have another shape',
    ['slow-path'],
    async () => {
      const model = await getProgrammingModel()?.getInvocationModel({
        invocationId: 'i1',
        metadata: { name: 'getItem', bindings: { httpTrigger: { type: 'httpTrigger', direction: 'in' } } },
        request: {
          inputData: [{ name: 'httpTrigger', data: { http: { url: stack.url, method: 'GET', headers: {} } } }],
        },
        log: () => {},
      } as never);
      await model?.getArguments();
    },
  ],
  [
    'the signing keys are away for more than a day',
    ['unavailable', 'keys-fail'],
    async () => {
      await stack.issuer.fault({ target: 'jwks', times: 1000, fault: { kind: 'status', status: 500 } });
      // Time passes, and the date stays: the emulated identity's tokens follow the machine's.
      clock.time += DAY_MS + 3_600_000;
      clock.jump(-DAY_MS - 3_600_000);
      // The table tells the instance so, before its probes judge those tokens.
      await stack.sweep();
      await send(readItem);
      await send(readItem);
    },
  ],
];

/** What a case wrote, what fired, and when. */
interface Outcome {
  readonly workspace: Workspace;
  readonly firing: readonly string[];
  readonly now: number;
}

/** The day passes once, in this order, whichever of the tests are run. */
const day = new Map<string, Promise<Outcome>>();
for (const [title, , cause] of cases) {
  const playing = play(cause);
  day.set(title, playing);
  await playing.catch(() => {});
  await watched.heal();
}
day.set(LOG_CAP_NEAR, playLogCap());
await day.get(LOG_CAP_NEAR)?.catch(() => {});

async function play(cause: (run: Run) => Promise<unknown>): Promise<Outcome> {
  clock.time += 10 * MINUTE_MS;
  const run = watched.createRun();
  await cause(run);
  run.collect();
  return { workspace: run.workspace, firing: await run.listFiring(), now: clock.time };
}

async function playLogCap(): Promise<Outcome> {
  const run = watched.createRun();
  await repeat(20, readItem);
  run.collect();
  const { workspace } = run;
  return { workspace, firing: workspace.listFiring(clock.time, workspace.billedBytes / 0.8001e9), now: clock.time };
}

it.each(cases)('%s: %j', async (title, expected) => {
  expect((await day.get(title))?.firing).toEqual(expected);
});

const OWN = ['silent', 'log-cap-near', 'log-cap-reached'];

it('each rule is fired by one of them, or by a test below', () => {
  const fired = new Set(cases.flatMap(([, expected]) => expected));
  expect(rules.map(({ name }) => name).filter((name) => !fired.has(name))).toEqual(OWN);
});

it('requests without records fire `silent`, with records nothing', async () => {
  const run = watched.createRun();
  for (let index = 0; index < 120; index++) await listEvents(1);
  const withoutRecords = new Workspace();
  const metric = { MetricName: 'OnDemandFunctionExecutionCount', Total: 120, _BilledSize: 500 };
  for (const workspace of [withoutRecords, run.workspace])
    workspace.add('AzureMetrics', { TimeGenerated: clock.time, ...metric });
  run.collect();
  // Metrics may come before records: what is younger than ten minutes does not count.
  expect(withoutRecords.listFiring(clock.time)).toEqual([]);
  expect(withoutRecords.listFiring(clock.time + 11 * MINUTE_MS)).toEqual(['silent']);
  expect(run.workspace.listFiring(clock.time + 11 * MINUTE_MS)).toEqual([]);
});

it('80 % of the daily cap fires `log-cap-near`, 79 % and no cap nothing', async () => {
  const { workspace, firing, now } = (await day.get(LOG_CAP_NEAR)) as Outcome;
  expect(firing).toEqual(['log-cap-near']);
  const gb = workspace.billedBytes / 1e9;
  expect(gb).toBeGreaterThan(0);
  expect(workspace.listFiring(now, gb / 0.79)).toEqual([]);
  expect(workspace.listFiring(now, -1)).toEqual([]);
  // Of a day only.
  expect(workspace.listFiring(now + DAY_MS + MINUTE_MS, gb / 0.8001)).toEqual([]);
});

it('the event of a reached cap fires `log-cap-reached`, other events of the workspace nothing', () => {
  const at = { TimeGenerated: clock.time, Category: 'Ingestion', Level: 'Warning' };
  const detail = 'Data collection stopped due to daily limit of free data reached. Ingestion status = OverQuota';
  const [reached, others] = [new Workspace(), new Workspace()];
  reached.add('_LogOperation', { ...at, Operation: 'Data collection Status', Detail: detail });
  others.add('_LogOperation', {
    ...at,
    Operation: 'Ingestion rate',
    Detail: 'The data ingestion volume rate crossed the threshold',
  });
  expect(reached.listFiring(clock.time)).toEqual(['log-cap-reached']);
  expect(others.listFiring(clock.time)).toEqual([]);
});

/** The disaster, the section of the runbook that its alert leads to, and what the section's first query shows. */
it.each([
  [APP_DOES_NOT_START, 'does-not-start', 'ACCESS_POLICY'],
  [TABLE_GONE, 'table-fails', 'ECONNREFUSED'],
  [IDENTITY_REFUSED, 'identity-fails', 'identity_unavailable'],
  [POLICY_BROKEN, 'policy-fails', 'grants'],
  [LOG_CAP_NEAR, 'log-fails', '"bytes":'],
])('%s: an alert leads to the section %s, whose query shows the cause', async (title, section, cause) => {
  const { workspace, firing, now } = (await day.get(title)) as Outcome;
  const sections = rules.filter(({ name }) => firing.includes(name)).map(({ runbook }) => runbook);
  expect(sections).toContain(section);
  const names = firing.map((name) => `\`${name}\``).join(', ');
  expect(observability).toContain(`| ${title} | ${names} | [${section}](runbook.md#${section}) |`);
  const [prelude = ''] = readQueries(runbook.split(/^## /m)[0] ?? '');
  const [query = ''] = readQueries(runbook.split(/^## /m).find((part) => part.startsWith(section)) ?? '');
  const rows = workspace.query(`${prelude}\n${query.split('\n\n')[0]}`, now);
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).toContain(cause);
  const bytes = rows.map((row) => row['bytes']).filter((value) => value !== undefined);
  if (title === LOG_CAP_NEAR) expect(bytes).toEqual([workspace.billedBytes]);
});

const runbook = readFileSync('docs/runbook.md', 'utf8');
const observability = readFileSync('docs/observability.md', 'utf8');

function readQueries(text: string): string[] {
  return [...text.matchAll(/```kusto\n([\s\S]*?)```/g)].map(([, query = '']) => query.trim());
}

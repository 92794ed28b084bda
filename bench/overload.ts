/**
 * `npm run bench overload`: requests that arrive whether or not the ones before have ended: 80 % health events, 10 % searches, 10 %
 * jobs, with an upstream of 100 ms. Prints what is served at each rate, then the same after it; and what two instances serve while
 * the table and the identity endpoint fail.
 */
import { randomUUID } from 'node:crypto';
import { Agent, createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseCommandLine } from '../dev/command-line.ts';
import { resourceGroup } from '../dev/seed.ts';
import { listen } from '../dev/server.ts';
import type { BuiltInstance } from '../test/testbed/build-instance.ts';
import type { ConnectionFault } from '../test/testbed/chaos-proxy.ts';
import { startEmulators } from '../test/testbed/emulators.ts';
import { type Instance, type SentRequest, startInstance } from '../test/testbed/instance.ts';
import { toTable } from './table.ts';

const { values: options } = parseCommandLine(
  `Measures goodput under overload, and faults of the table and of the identity endpoint.

  npm run bench overload -- [options]

  --baseline DIR    another checkout, with its node_modules
  --rates LIST      requests per second (default: 200,400,600,800,1200)
  --seconds N       of each rate (default: 10)
  --no-faults       only the rates`,
  {
    baseline: { type: 'string' },
    rates: { type: 'string', default: '200,400,600,800,1200' },
    seconds: { type: 'string', default: '10' },
    'no-faults': { type: 'boolean', default: false },
  },
);
const rates = options.rates.split(',').map(Number);
const seconds = Number(options.seconds);

const [UPSTREAM_MS, SCOPES, CALLERS, LATE_MS] = [100, 20, 200, 2_000];
/** The upstream refuses the token for it: each 401 makes Frontdesk ask the identity endpoint for another. */
const REFUSED = 'job-refused';
const ROLES = ['HealthEvents.Read', 'RestorePoints.Search', 'StreamingJobs.Read'];

const upstream = await listen(
  createServer((request, response) => {
    request.resume();
    const status = request.url?.includes(REFUSED) ? 401 : 200;
    const body = '{"id":"/j","name":"j","type":"t","value":[],"searchResults":[],"properties":{}}';
    const end = () => response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    setTimeout(end, UPSTREAM_MS);
  }),
  0,
);
const emulators = await startEmulators();
const tokens = await Promise.all(
  Array.from({ length: CALLERS }, () => emulators.issuer.issueToken({ oid: randomUUID(), roles: ROLES })),
);
const settings = {
  ...emulators.settings,
  ARM_BASE_URL: upstream.url,
  BACKUP_RESTORE_BASE_URL: `${upstream.url}/v1.0`,
  ACCESS_POLICY: JSON.stringify({ grants: [{ roles: ROLES, resources: ['*'] }] }),
  LIMITS: '{}',
};

const agent = new Agent({ keepAlive: true, maxSockets: 512 });
let count = 0;

const groupOf = (scope: number) =>
  `/subscriptions/5ab00000-0000-4000-8000-${String(scope).padStart(12, '0')}/resourcegroups/${resourceGroup}/providers`;
const jobPath = (scope: number, name: string) =>
  `${groupOf(scope)}/Vendor.StreamAnalytics/streamingjobs/${name}?api-version=2020-03-01`;

/** Events of a hundred resources and fifty searches, which others asked for too, and jobs that nobody did. */
function nextRequest(): SentRequest {
  const at = count++;
  const scope = at % SCOPES;
  const token = tokens[at % CALLERS] as string;
  if (at % 10 === 8) {
    const startDateTime = new Date(Date.UTC(2024, 0, 1 + (at % 500) / 10)).toISOString();
    const body = { protectionUnitIds: ['x'], protectionTimePeriod: { startDateTime } };
    return { method: 'POST', path: '/solutions/backupRestore/restorePoints/search', token, body };
  }
  const path =
    at % 10 === 9
      ? jobPath(scope, `job-${at}`)
      : `${groupOf(scope)}/Vendor.Compute/virtualMachines/vm-${at % 100}/providers/Vendor.ResourceHealth/events?api-version=2025-05-01`;
  return { method: 'GET', path, token };
}

interface Sent {
  readonly status: number;
  readonly ms: number;
}

async function send(instance: Instance): Promise<Sent> {
  const startedAt = performance.now();
  const { status } = await instance.send(nextRequest(), agent).catch(() => ({ status: 0 }));
  return { status: status ?? 0, ms: performance.now() - startedAt };
}

/** Sends requests at an even rate, on one instance after the other. */
async function sendSteadily(
  instances: readonly Instance[],
  perSecond: number,
  total: number,
): Promise<readonly Sent[]> {
  const startedAt = performance.now();
  const sent: Promise<Sent>[] = [];
  while (sent.length < total) {
    const due = Math.min(total, ((performance.now() - startedAt) / 1_000) * perSecond);
    while (sent.length < due) sent.push(send(instances[sent.length % instances.length] as Instance));
    await sleep(2);
  }
  return Promise.all(sent);
}

const quantile = (sorted: readonly number[], q: number) => sorted[Math.floor((sorted.length - 1) * q)] ?? Number.NaN;

/** Returns a row: served per second in time, median and p99, and what was refused after how long. */
async function measure(instance: Instance, perSecond: number): Promise<{ goodput: number; cells: string[] }> {
  const all = await sendSteadily([instance], perSecond, perSecond * seconds);
  const sort = (some: readonly Sent[]) => some.map(({ ms }) => ms).sort((one, other) => one - other);
  const good = all.filter(({ status, ms }) => status === 200 && ms <= LATE_MS);
  const [served, refused] = [sort(good), sort(all.filter(({ status }) => status === 429 || status === 503))];
  const goodput = good.length / seconds;
  const times = [quantile(served, 0.5), quantile(served, 0.99), quantile(refused, 0.5)];
  const share = `${((100 * refused.length) / all.length).toFixed(1)} %`;
  return { goodput, cells: [goodput.toFixed(0), ...times.map((ms) => ms.toFixed(0)), share] };
}

/** One checkout after the other at each rate; at last the first rate again: whether they recovered. */
async function compare(checkouts: ReadonlyMap<string, BuiltInstance>): Promise<string[][]> {
  const rows: string[][] = [];
  const peaks = new Map<string, number>();
  const instances = new Map<string, Instance>();
  // Each has its own table: it would find what the other stored.
  for (const [name, built] of checkouts)
    instances.set(name, await startInstance(built, { ...settings, CACHE_TABLE_NAME: `overload${name}` }));
  const [first = 100] = rates;
  for (const instance of instances.values()) await measure(instance, first);
  for (const rate of [...rates, first])
    for (const [name, instance] of instances) {
      const { goodput, cells } = await measure(instance, rate);
      peaks.set(name, Math.max(peaks.get(name) ?? 0, goodput));
      const possible = Math.min(rate, peaks.get(name) as number);
      rows.push([name, String(rate), ...cells, `${((100 * goodput) / possible).toFixed(1)} %`]);
      process.stderr.write(`${rows.at(-1)?.join(', ')}\n`);
    }
  for (const instance of instances.values()) await instance.close();
  return rows;
}

const CONNECTION_FAULTS: readonly ConnectionFault[] = [
  { kind: 'down' },
  { kind: 'black-hole' },
  ...(['RST', 'FIN'] as const).flatMap((by) =>
    (['request', 'response'] as const).flatMap((of) =>
      [0, 1, 20, 100].map((bytes): ConnectionFault => ({ kind: 'cut', of, bytes, by })),
    ),
  ),
];
const BUSY = 'HTTP/1.1 503 Server Busy\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';
const TABLE_FAULTS: readonly ConnectionFault[] = [
  ...CONNECTION_FAULTS,
  { kind: 'unreachable' },
  { kind: 'response', text: BUSY },
];
const STATUSES = [400, 401, 403, 404, 408, 429, 500, 502, 503] as const;

interface Faults {
  readonly of: 'table' | 'identity';
  readonly inject: readonly (() => Promise<unknown>)[];
  /** Requests during each fault. */
  readonly each: number;
}

const ofTable: Faults = {
  of: 'table',
  inject: TABLE_FAULTS.map((fault) => () => emulators.proxies.table.injectFault(fault)),
  each: 150,
};
const ofEndpoint: Faults = {
  of: 'identity',
  inject: [
    ...CONNECTION_FAULTS.map((fault) => () => emulators.proxies.identity.injectFault(fault)),
    ...STATUSES.map((status) => () => emulators.identity.fault({ times: 1_000, fault: { kind: 'status', status } })),
  ],
  each: 48,
};

/**
 * Returns how many requests on two instances are served while each fault lasts, and how many of the faults a call met (a port that is
 * closed counts none). The instances are new for each: after a few failures neither the table nor the endpoint is called for a while.
 */
async function countServed(built: BuiltInstance, { of, inject, each }: Faults): Promise<string> {
  const proxy = emulators.proxies[of];
  const countCalls = async () => proxy.connectionCount + (await emulators.identity.calls()).length;
  let [served, met] = [0, 0];
  for (const injectOne of inject) {
    const instances = await Promise.all([startInstance(built, settings), startInstance(built, settings)]);
    await sendSteadily(instances, 60, 20);
    await injectOne();
    const before = await countCalls();
    const refused = instances.map((instance) =>
      instance.send({ method: 'GET', path: jobPath(0, REFUSED), token: tokens[0] as string }),
    );
    const sent = await sendSteadily(instances, 60, each);
    served += sent.filter(({ status }) => status === 200).length;
    await Promise.allSettled(refused);
    if ((await countCalls()) > before) met++;
    await Promise.all([proxy.injectFault(undefined), emulators.identity.reset()]);
    await Promise.all(instances.map((instance) => instance.close()));
  }
  return `${served} of ${inject.length * each}; ${met} of ${inject.length} met`;
}

async function measureFaults(name: string, built: BuiltInstance): Promise<string[]> {
  return [name, await countServed(built, ofTable), await countServed(built, ofEndpoint)];
}

const checkouts = new Map<string, BuiltInstance>();
try {
  for (const [name, folder] of Object.entries({ now: '.', ...(options.baseline && { baseline: options.baseline }) })) {
    const { href } = pathToFileURL(join(resolve(folder), 'test/testbed/build-instance.ts'));
    checkouts.set(name, await (await import(href)).buildInstance());
  }
  const rows = await compare(checkouts);
  const faults: string[][] = [];
  for (const [name, built] of options['no-faults'] ? [] : checkouts) faults.push(await measureFaults(name, built));
  const head = [
    '',
    'requests a second',
    'served',
    'median, ms',
    'p99, ms',
    'refused after, ms',
    'refused',
    'of what is possible',
  ];
  process.stdout.write(
    `${toTable(head, rows)}\n\n${toTable(['two instances', 'faults of the table', 'of the endpoint'], faults)}\n`,
  );
} finally {
  for (const built of checkouts.values()) await built.remove();
  agent.destroy();
  await emulators.close();
  await upstream.close();
}
process.exit();

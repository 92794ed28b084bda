/**
 * `npm run bench watch`: clients that watch health events, each request on the next of several instances in processes of their own, with
 * real HTTP and a real table service. Prints the upstream calls of each key and window, the share of 304s, and the CPU.
 */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFrontdeskClient } from '../client/src/client.ts';
import { FrontdeskError } from '../client/src/error.ts';
import { watch } from '../client/src/watch.ts';
import { parseCommandLine } from '../dev/command-line.ts';
import { subscriptions } from '../dev/seed.ts';
import { EVENTS_CACHE } from '../functions/list-health-events.ts';
import { buildInstance } from '../test/testbed/build-instance.ts';
import { type Emulators, startEmulators } from '../test/testbed/emulators.ts';
import { type Instance, startInstance } from '../test/testbed/instance.ts';
import { readCpu } from './processes.ts';
import { toTable } from './table.ts';

const { values: options } = parseCommandLine(
  `Measures what clients cost that watch health events.

  npm run bench watch -- [options]

  --minutes N      how long they watch (default: 10)
  --clients N      default: 1000
  --keys N         resources that they watch (default: 10)
  --instances N    default: 8`,
  {
    minutes: { type: 'string', default: '10' },
    clients: { type: 'string', default: '1000' },
    keys: { type: 'string', default: '10' },
    instances: { type: 'string', default: '8' },
  },
);
const clientCount = Number(options.clients);
const keyCount = Number(options.keys);
const seconds = Number(options.minutes) * 60;
/** The clients open their pages during this time. */
const ARRIVAL_SECONDS = 20;
const IDLE_SECONDS = 15;
const [load = Number.NaN] = loadavg();
let sent = 0;

class Counts {
  readonly statuses = new Map<number, number>();
  readonly failures = new Map<string, number>();
  changes = 0;

  add(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  fail(error: unknown): void {
    const kind = error instanceof FrontdeskError ? `${error.status} ${error.code}` : String(error);
    this.failures.set(kind, (this.failures.get(kind) ?? 0) + 1);
  }

  get requests(): number {
    return [...this.statuses.values()].reduce((sum, count) => sum + count, 0);
  }
}

const emulators = await startEmulators();
const built = await buildInstance();
const instances: Instance[] = [];
try {
  // Links to a next page name the upstream itself, not a proxy before it.
  const settings = { ...emulators.settings, ARM_BASE_URL: `${emulators.upstream.url}/arm` };
  while (instances.length < Number(options.instances)) instances.push(await startInstance(built, settings));
  await warmUp(emulators, instances);
  const idleCpu = await measureCpu(instances, () => sleep(IDLE_SECONDS * 1_000));
  const counts = new Counts();
  await emulators.upstream.reset();
  const cpu = await measureCpu(instances, () => watchAll(emulators, instances, counts));
  print(counts, await readCalls(emulators), cpu - (idleCpu / IDLE_SECONDS) * seconds);
} finally {
  for (const instance of instances) await instance.close();
  await emulators.close();
  await built.remove();
}

/** Lets each instance load its code, on a resource that nobody watches. */
async function warmUp({ issuer }: Emulators, all: readonly Instance[]): Promise<void> {
  const token = await issuer.issueToken({ roles: ['HealthEvents.Read'] });
  const { client } = createClients(all, token, new Counts());
  for (const _ of all) await client.listHealthEvents(toMachine('warm-up'));
}

/** Returns the CPU seconds of the instances. */
async function measureCpu(all: readonly Instance[], run: () => Promise<unknown>): Promise<number> {
  const pids = all.map(({ pid }) => pid);
  const before = readCpu(pids);
  await run();
  return (readCpu(pids) - before) / 1e6;
}

async function watchAll({ issuer }: Emulators, all: readonly Instance[], counts: Counts): Promise<void> {
  const { signal, abort } = startDeadline();
  const loops = Array.from({ length: clientCount }, async (_, index) => {
    const id = `bbbb0000-0000-4000-8000-${String(index).padStart(12, '0')}`;
    const token = await issuer.issueToken({ oid: id, sub: id, roles: ['HealthEvents.Read'] });
    const { client } = createClients(all, token, counts);
    // One opens each resource first: what several instances load at the same time is another measurement.
    if (index >= keyCount) await sleep(2_000 + Math.random() * (ARRIVAL_SECONDS - 2) * 1_000);
    const machine = toMachine(`watched-${index % keyCount}`);
    const onError = (error: unknown) => counts.fail(error);
    for await (const _ of watch(client, 'listHealthEvents', machine, { signal, onError })) counts.changes++;
  });
  await Promise.all(loops).finally(abort);
}

function startDeadline() {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), seconds * 1_000);
  return { signal: controller.signal, abort: () => clearTimeout(timer) };
}

/** Each request goes to the next instance, as a load balancer would send it. */
function createClients(all: readonly Instance[], token: string, counts: Counts) {
  const fetchNext: typeof fetch = (url, init) => {
    const { port } = all[sent++ % all.length] as Instance;
    return fetch(String(url).replace('http://frontdesk', `http://127.0.0.1:${port}`), init);
  };
  const client = createFrontdeskClient({
    baseUrl: 'http://frontdesk',
    getToken: () => token,
    fetch: fetchNext,
    onResponse: ({ status }) => counts.add(status),
  });
  return { client };
}

function toMachine(resourceName: string) {
  return {
    subscriptionId: subscriptions.contoso,
    resourceGroupName: 'rg-shop',
    resourceProviderNamespace: 'Vendor.Compute',
    resourceType: 'virtualMachines',
    resourceName,
  };
}

/** Returns the times of the upstream calls of each key, in seconds. */
async function readCalls({ upstream }: Emulators): Promise<readonly (readonly number[])[]> {
  const calls = (await upstream.calls()) as unknown as readonly { readonly path: string; readonly at: string }[];
  const keys = [...new Set(calls.map(({ path }) => path))];
  return keys.map((key) => calls.filter(({ path }) => path === key).map(({ at }) => Date.parse(at) / 1_000));
}

function print(counts: Counts, calls: readonly (readonly number[])[], cpuSeconds: number): void {
  const hours = seconds / 3_600;
  const perKey = calls.map(({ length }) => length);
  const gaps = calls.flatMap((times) => times.slice(1).map((time, index) => time - (times[index] as number)));
  const { requests } = counts;
  const share = (status: number) => `${((100 * (counts.statuses.get(status) ?? 0)) / requests).toFixed(1)} %`;
  const rows: (readonly [string, string | number])[] = [
    ['clients, keys, instances', `${clientCount}, ${calls.length}, ${options.instances}`],
    ['minutes', Number(options.minutes)],
    ['requests', `${requests}`],
    ['requests per client and hour', requests / clientCount / hours],
    ['304', share(304)],
    ['200', share(200)],
    ['bodies that a client got', counts.changes / clientCount],
    ['failures', [...counts.failures].map(([kind, count]) => `${count} ${kind}`).join('; ') || 'none'],
    ['load of the machine before and after', `${load.toFixed(1)}, ${loadavg()[0]?.toFixed(1)}`],
    ['upstream calls of a key', `${Math.min(...perKey)} to ${Math.max(...perKey)}`],
    ['windows (fresh times)', `${Math.ceil(seconds / EVENTS_CACHE.maxAge)}`],
    ['least seconds between two calls of a key', Math.min(...gaps)],
    ['CPU of the instances, ms per request', (cpuSeconds * 1_000) / requests],
    ['CPU of the instances, ms per client and hour', (cpuSeconds * 1_000) / clientCount / hours],
  ];
  process.stdout.write(`${toTable(['', 'measured'], rows)}\n`);
}

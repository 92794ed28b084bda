/**
 * `npm run bench mixes`: what requests and responses near their caps cost others, in one instance. A stall is CPU time of its thread
 * in one turn of the event loop: other work on the machine does not count, the built-in host's does.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseCommandLine } from '../dev/command-line.ts';
import { companies, resourceGroup, resources, subscriptions } from '../dev/seed.ts';
import { buildInstance } from '../test/testbed/build-instance.ts';
import { startEmulators } from '../test/testbed/emulators.ts';
import { type Instance, type SentRequest, startInstance } from '../test/testbed/instance.ts';
import { request, startProcess, stopProcess } from './processes.ts';
import type { Hostilities } from './subjects/hostile-caller.ts';
import { toTable } from './table.ts';

const { values: options } = parseCommandLine(
  `Measures stalls of the event loop and memory under mixes of large bodies.

  npm run bench mixes -- [options]

  --only TEXT   mixes whose name contains it (default: all)`,
  { only: { type: 'string', default: '' } },
);

/** As fast as such services are: what is measured is how much more a caller waits. */
const SOUND_MS = 50;
const SOUND_ITEM = '17e00000-0000-4000-8000-0000000000ff';
const MEGABYTE = 1024 * 1024;

const toList = (bytes: number, element: string, list = 'value') =>
  `{"${list}":[${Array(Math.floor((bytes - 50) / (element.length + 1)))
    .fill(element)
    .join()}]}`;

const toEvent = (text: string, isEventSensitive: boolean) =>
  JSON.stringify({
    ...{ id: '/e', name: 'e', type: 't' },
    properties: {
      isEventSensitive,
      title: 'A title',
      summary: text,
      level: 'Critical',
      impact: [{ impactedService: 'Virtual Machines', impactedRegions: [{ impactedRegion: 'West Europe' }] }],
    },
  });

/** Responses near their caps: 2 MiB of a list, 1 MiB of a resource. */
const responses = {
  events: toList(2 * MEGABYTE, toEvent('s'.repeat(600), false)),
  sensitive: toList(2 * MEGABYTE, toEvent('s'.repeat(600), true)),
  umlauts: toList(2 * MEGABYTE, toEvent('ü'.repeat(600), false)),
  quotes: toList(2 * MEGABYTE, toEvent('"'.repeat(600), false)),
  values: toList(2 * MEGABYTE, `"${'x'.repeat(26)}"`),
  companies: toList(2 * MEGABYTE, JSON.stringify({ id: randomUUID(), name: 'Contoso'.repeat(60) })),
  members: `{"id":"/j","name":"j","properties":{${Array.from({ length: 6_700 }, (_, at) => `"memberOfThisObject${at}":"${'v'.repeat(120)}"`).join()}}}`,
  item: JSON.stringify({ id: '1', number: '1', displayName: 'x'.repeat(MEGABYTE - 200) }),
};

type Sent = Omit<SentRequest, 'token'>;

interface Mix {
  readonly name: string;
  /** What the upstream responds. */
  readonly response?: keyof typeof responses;
  /** So many responses end together, each in memory by then; the first five requests are hits. */
  readonly ending?: number;
  readonly requests: readonly Sent[];
}

let samples = 0;
const repeat = <T>(count: number, toItem: (sample: number) => T) =>
  Array.from({ length: count }, () => toItem(++samples));
const get = (path: string): Sent => ({ method: 'GET', path });
const events = (sample: number) =>
  get(`${resources.virtualMachine}-${sample}/providers/Vendor.ResourceHealth/events?api-version=2025-05-01`);
const items = `/companies(${companies.contoso})/items`;
const item = () => get(`${items}(${randomUUID()})`);
const group = `/subscriptions/${subscriptions.contoso}/resourcegroups/${resourceGroup}`;
const job = `${group}/providers/Vendor.StreamAnalytics/streamingjobs/job?api-version=2020-03-01`;
const putJob = (properties: object): Sent => ({
  method: 'PUT',
  path: job,
  body: { location: 'westeurope', properties: { sku: { name: 'Standard' }, ...properties } },
});
const toSearch = (count: number) => ({
  protectionUnitIds: Array(count).fill('x'),
  protectionTimePeriod: { startDateTime: '2024-01-01T00:00:00Z' },
});
const search = '/solutions/backupRestore/restorePoints/search';
const toBatch = (parts: readonly object[]): Sent => ({
  method: 'POST',
  path: '/$batch',
  body: { requests: parts.map((part, at) => ({ id: `${at}`, method: 'GET', ...part })) },
});
const input = {
  name: 'a',
  properties: {
    type: 'Stream',
    serialization: { type: 'Json', properties: { encoding: 'UTF8' } },
    datasource: { type: 'Vendor.Storage/Blob', properties: { container: 'c' } },
  },
};
/** Text: JavaScript has no such numbers. */
const longNumbers = `{"properties":{"a":[${`1.${'123456789'.repeat(11)},`.repeat(9_900)}0]}}`;
const toMembers = (count: number, length = 0) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, 'x'.repeat(length)]));

const mixes: readonly Mix[] = [
  // The first five are hits.
  { name: 'one list of events', response: 'events', requests: repeat(6, events) },
  { name: 'one list of sensitive events', response: 'sensitive', requests: repeat(6, events) },
  { name: 'one large item', response: 'item', requests: repeat(1, item) },
  { name: 'one job of many members', response: 'members', requests: repeat(1, () => get(job)) },
  { name: '30 lists of events', response: 'events', requests: repeat(30, events) },
  { name: '31 lists of events that end together', response: 'events', ending: 31, requests: repeat(36, events) },
  {
    name: '6 batches of 5 lists that end together',
    response: 'events',
    ending: 30,
    requests: repeat(11, () => toBatch(repeat(5, (sample) => ({ url: events(sample).path })))),
  },
  { name: '30 lists of sensitive events', response: 'sensitive', requests: repeat(30, events) },
  { name: '30 lists of umlauts', response: 'umlauts', requests: repeat(30, events) },
  { name: '30 lists of quotes', response: 'quotes', requests: repeat(30, events) },
  { name: '30 lists of many values', response: 'values', requests: repeat(30, () => get(items)) },
  { name: '10 filtered lists', response: 'companies', requests: repeat(10, () => get('/companies')) },
  { name: '10 jobs of many members', response: 'members', requests: repeat(10, () => get(job)) },
  { name: '30 large items', response: 'item', requests: repeat(30, item) },
  {
    name: '10 batches of large items',
    response: 'item',
    requests: repeat(10, () => toBatch(repeat(20, () => ({ url: item().path })))),
  },
  {
    name: '10 batches of large lists',
    response: 'events',
    requests: repeat(10, () => toBatch(repeat(20, (sample) => ({ url: events(sample).path })))),
  },
  {
    name: '20 batches of 9,000 headers',
    requests: repeat(20, () => toBatch(Array(20).fill({ url: item().path, headers: toMembers(450) }))),
  },
  { name: '20 jobs of 800 inputs', requests: repeat(20, () => putJob({ inputs: Array(800).fill(input) })) },
  { name: '20 jobs of unknown members', requests: repeat(20, () => putJob(toMembers(9_900, 80))) },
  {
    name: '20 jobs of long numbers',
    requests: repeat(20, () => ({ method: 'PUT', path: job, body: longNumbers })),
  },
  {
    name: '20 searches of 5,000 units',
    requests: repeat(20, () => ({ method: 'POST', path: search, body: toSearch(5_000) })),
  },
];

const [emulators, built] = await Promise.all([startEmulators(), buildInstance()]);
const token = await emulators.issuer.issueToken({});
const soundToken = await emulators.issuer.issueToken({ oid: randomUUID(), sub: 'sound' });

const hostile = startProcess({ file: join(import.meta.dirname, 'subjects/hostile-caller.ts'), core: 'load' });

let body = Buffer.from('{}');
let ending = 0;
const begun: ServerResponse[] = [];
const upstream = createServer((request, response) => {
  request.resume();
  const isSound = request.url?.includes(SOUND_ITEM);
  const sent = isSound ? Buffer.from('{"id":"1"}') : body;
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': sent.length });
  if (isSound || ending === 0) {
    setTimeout(() => response.end(sent), isSound ? SOUND_MS : 0);
    return;
  }
  response.write(sent.subarray(0, -1));
  if (begun.push(response) === ending)
    setTimeout(() => begun.splice(0).map((each) => each.end(sent.subarray(-1))), 500);
});
const port = await new Promise<number>((resolve) => {
  upstream.listen(0, '127.0.0.1', () => resolve((upstream.address() as AddressInfo).port));
});
const url = `http://127.0.0.1:${port}`;
const base = {
  ARM_BASE_URL: url,
  BACKUP_RESTORE_BASE_URL: url,
  DOCUMENT_MODELS_ENDPOINT: url,
  BUSINESS_DATA_BASE_URL: url,
};

try {
  const rows = [];
  for (const mix of mixes) if (mix.name.includes(options.only)) rows.push(await run(mix));
  process.stdout.write(
    `${toTable(['mix', 'p95 of a sound caller, times', 'longest stall, ms', 'peak MB', 'statuses', 'ms'], rows)}\n`,
  );
} finally {
  upstream.closeAllConnections();
  upstream.close();
  await stopProcess(hostile);
  await built.remove();
  await emulators.close();
}

/** Starts an instance for the mix, warms it up, and measures. */
async function run({ name, response, requests, ending: together = 0 }: Mix): Promise<(string | number)[]> {
  const instance = await startInstance(built, { ...emulators.settings, ...base });
  try {
    const all = requests.map((one) => ({ ...one, token }));
    const send = (count: number) =>
      request<readonly string[]>(hostile, { port: instance.port, requests: all.slice(0, count) } satisfies Hostilities);
    body = Buffer.from(response ? responses[response] : '{}');
    ending = 0;
    for (let round = 0; round < 5; round++) await send(5);
    ending = together;
    const quiet = await readUntil(instance, async () => {}, 40);
    await instance.measureStall();
    const startedAt = performance.now();
    const sending = send(requests.length);
    const beside = await readUntil(instance, () => sending, 10);
    const statuses = await sending;
    const took = performance.now() - startedAt;
    const { stallMs } = await instance.measureStall();
    const { peakBytes } = await instance.measureMemory();
    const counts = new Map<string, number>();
    for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
    const seen = [...counts].map(([status, count]) => `${count} x ${status}`).join(', ');
    const cells = [(beside / quiet).toFixed(1), stallMs.toFixed(1), Math.round(peakBytes / MEGABYTE)];
    return [name, ...cells, seen, Math.round(took)];
  } finally {
    await instance.close();
  }
}

/** Reads as the sound caller, one request after the other, until the work is done; returns the p95 of at least so many. */
async function readUntil(instance: Instance, work: () => Promise<unknown>, least: number): Promise<number> {
  const times: number[] = [];
  let isDone = false;
  const working = work().finally(() => {
    isDone = true;
  });
  while (!isDone || times.length < least) {
    const { status, elapsedMs } = await instance.send({ ...get(`${items}(${SOUND_ITEM})`), token: soundToken });
    if (status !== 200) throw new Error(`The sound caller got ${status}.`);
    times.push(elapsedMs);
    await sleep(60);
  }
  await working;
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] as number;
}

/**
 * `npm run bench:soak -- [--requests 40000] [--warm-up 10000] [--kind hits] [--kills 0]`: what a request of each kind leaves behind in
 * the heap and in buffers beside it, and, where asked for, what ends at random moments leave behind in the table. Each kind has an
 * instance of its own, in a process of its own.
 */
import { Agent } from 'node:http';
import { parseArgs } from 'node:util';
import { buildInstance } from '../test/resilience/harness/built-instance.ts';
import { startEdges, toLimits } from '../test/resilience/harness/edges.ts';
import { endAtRandom } from '../test/resilience/harness/end-at-random.ts';
import { type Instance, type Memory, startInstance } from '../test/resilience/harness/instance.ts';
import { type OperationId, operations, type SampleOperation } from '../test/resilience/harness/operations.ts';
import { createTable, findTornRows } from '../test/resilience/harness/rows.ts';
import type { Sent } from '../test/resilience/harness/send.ts';
import { toMedian, toTable } from './table.ts';

const { values: given } = parseArgs({
  options: {
    requests: { type: 'string', default: '40000' },
    'warm-up': { type: 'string', default: '10000' },
    kind: { type: 'string', multiple: true },
    kills: { type: 'string', default: '0' },
  },
});
const [requests, warmUp, kills] = [given.requests, given['warm-up'], given.kills].map(Number) as [
  number,
  number,
  number,
];

const SAMPLES = 8;
const LANES = 8;
/** Different requests of an operation: few, so that what grows is no cache that fills. */
const MARKS = 50;
const GOAL_BYTES = 20;

const [edges, built] = await Promise.all([startEdges(), buildInstance()]);
const token = await edges.issuer.issueToken({ exp: Math.floor(Date.now() / 1000) + 86_400 });
const outsider = await edges.issuer.issueToken({ exp: Math.floor(Date.now() / 1000) + 86_400, roles: [] });

/** The requests of a kind go round; each is another one for another number. */
const kinds: Readonly<Record<string, readonly ((number: number) => Sent)[]>> = {
  // What a page of widgets asks, and what goes wrong beside it.
  page: [...many('O2', 6), ...['O7', 'O8', 'O1', 'O4', 'O5', 'O6'].flatMap((id) => many(id as OperationId, 1)), forged],
  hits: many('O2', 1),
  searches: many('O4', 1),
  'relayed reads': [...many('O7', 1), ...many('O8', 1)],
  writes: [...many('O1', 1), ...many('O3', 1), ...many('O6', 1)],
  'refused, 401': [forged],
  'refused, 403': [(number) => ({ ...valid('O2', number), token: outsider })],
  'refused, 400': [(number) => ({ ...valid('O7', number), path: '/companies(none)/customers(none)' })],
};

try {
  await createTable(edges);
  const chosen = Object.keys(kinds).filter((kind) => given.kind?.includes(kind) ?? true);
  if (chosen.length === 0) throw new Error(`--kind is one of ${Object.keys(kinds).join(', ')}`);
  print(
    `${requests} requests of each kind after ${warmUp}; ${GOAL_BYTES} bytes a request are the most that may stay\n`,
  );
  const rows: string[][] = [];
  for (const kind of chosen) {
    rows.push(await soak(kind));
    process.stderr.write(`${rows.at(-1)?.join('  ')}\n`);
  }
  print(toTable(['kind', 'a second', 'heap, MB', 'heap, bytes a request', 'buffers, bytes a request'], rows));
  if (kills > 0) await endMany();
} finally {
  await edges.close();
  await built.remove();
}

function many(id: OperationId, times: number): ((number: number) => Sent)[] {
  return Array.from({ length: times }, () => (number: number) => valid(id, number));
}

function valid(id: OperationId, number: number): Sent {
  const operation = operations.find((each) => each.id === id) as SampleOperation;
  return { token, ...operation.toRequest(number % MARKS) };
}

function forged(number: number): Sent {
  return { ...valid('O2', number), token: `${token.slice(0, -9)}forgedSig` };
}

async function soak(kind: string): Promise<string[]> {
  const instance = await startInstance(built, { ...edges.settings, ...toLimits(50) });
  const agent = new Agent({ keepAlive: true, maxSockets: LANES });
  const sendRound = (count: number) => sendMany(instance, agent, kinds[kind] ?? [], count);
  try {
    await sendRound(warmUp);
    const samples: (Memory & { readonly sent: number })[] = [{ sent: 0, ...(await instance.measureMemory()) }];
    const startedAt = performance.now();
    for (let sample = 1; sample <= SAMPLES; sample++) {
      await sendRound(requests / SAMPLES);
      samples.push({ sent: (requests / SAMPLES) * sample, ...(await instance.measureMemory()) });
    }
    const perSecond = requests / ((performance.now() - startedAt) / 1000);
    const [heap, buffers] = (['heapBytes', 'externalBytes'] as const).map((of) =>
      toSlope(samples.map((sample) => [sample.sent, sample[of]])),
    ) as [number, number];
    if (Math.max(heap, buffers) > GOAL_BYTES) process.exitCode = 1;
    const heaps = samples.map(({ heapBytes }) => (heapBytes / 1e6).toFixed(2)).join(' ');
    return [kind, perSecond.toFixed(0), heaps, heap.toFixed(1), buffers.toFixed(1)];
  } finally {
    agent.destroy();
    await instance.close();
  }
}

async function sendMany(
  instance: Instance,
  agent: Agent,
  makers: readonly ((number: number) => Sent)[],
  count: number,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const number = next++;
      const make = makers[number % makers.length] as (number: number) => Sent;
      await instance.send(make(number), agent);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  // What an instance logs is kept by its parent, and what the upstreams received.
  instance.log.length = 0;
  await edges.upstream.reset();
}

/** Answers the slope of the line through points, by least squares. */
function toSlope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (of: 0 | 1) => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}

async function endMany(): Promise<void> {
  const { readyMs, acknowledged, lost } = await endAtRandom(edges, built, { rounds: kills, token });
  const torn = await findTornRows(edges);
  print(`${kills} ends: ${torn.length} rows torn, ${lost} of ${acknowledged} acknowledged writes not sent`);
  print(`ready after ${Math.round(toMedian(readyMs))} ms (median), ${Math.round(Math.max(...readyMs))} ms at most`);
  if (torn.length > 0 || lost > 0) process.exitCode = 1;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

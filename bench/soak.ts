/**
 * `npm run bench:soak -- [--requests 40000] [--warm-up 10000] [--kills 0]`: what a request leaves behind in the heap, and, where asked
 * for, what ends at random moments leave behind in the table. The instance is a process of its own; so is what it measures.
 */
import { Agent } from 'node:http';
import { parseArgs } from 'node:util';
import { buildInstance } from '../test/faults/built-instance.ts';
import { startEdges, toLimits } from '../test/faults/edges.ts';
import { endAtRandom } from '../test/faults/end-at-random.ts';
import { type Instance, startInstance } from '../test/faults/instance.ts';
import { type OperationId, operations, type SampleOperation } from '../test/faults/operations.ts';
import { createTable, findTornRows } from '../test/faults/rows.ts';
import { toMedian } from './table.ts';

const { values: given } = parseArgs({
  options: {
    requests: { type: 'string', default: '40000' },
    'warm-up': { type: 'string', default: '10000' },
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
/** What a page of widgets asks, and what goes wrong beside it: mostly hits, some relays, refusals of every kind. */
const mix: readonly OperationId[] = ['O2', 'O2', 'O2', 'O2', 'O2', 'O7', 'O8', 'O1', 'O4', 'O5', 'O6', 'O2'];

const [edges, built] = await Promise.all([startEdges(), buildInstance()]);
const token = await edges.issuer.issueToken({ exp: Math.floor(Date.now() / 1000) + 86_400 });
try {
  await createTable(edges);
  await soak();
  if (kills > 0) await endMany();
} finally {
  await edges.close();
  await built.remove();
}

async function soak(): Promise<void> {
  const instance = await startInstance(built, { ...edges.settings, ...toLimits(50) });
  const agent = new Agent({ keepAlive: true, maxSockets: LANES });
  try {
    await sendMany(instance, agent, warmUp);
    const samples = [{ sent: 0, bytes: await instance.measureHeap() }];
    const startedAt = performance.now();
    for (let sample = 1; sample <= SAMPLES; sample++) {
      await sendMany(instance, agent, requests / SAMPLES);
      samples.push({ sent: (requests / SAMPLES) * sample, bytes: await instance.measureHeap() });
    }
    const seconds = (performance.now() - startedAt) / 1000;
    const slope = toSlope(samples.map(({ sent, bytes }) => [sent, bytes]));
    print(`${requests} requests after ${warmUp}, ${Math.round(requests / seconds)} a second`);
    print(`heap ${samples.map(({ bytes }) => (bytes / 1e6).toFixed(2)).join(' ')} MB`);
    print(`${slope.toFixed(1)} bytes a request (goal: at most ${GOAL_BYTES})`);
    if (slope > GOAL_BYTES) process.exitCode = 1;
  } finally {
    agent.destroy();
    await instance.close();
  }
}

async function sendMany(instance: Instance, agent: Agent, count: number): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const number = next++;
      const operation = operations.find(({ id }) => id === mix[number % mix.length]) as SampleOperation;
      const isForged = number % 97 === 0;
      await instance.send({ token: isForged ? 'forged' : token, ...operation.toRequest(number % MARKS) }, agent);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
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

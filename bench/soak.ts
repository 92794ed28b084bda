/**
 * `npm run bench soak -- [--requests 40000] [--warm-up 10000] [--kind hits]`: heap and buffer growth per request of each kind.
 * Each kind has its own instance in its own process.
 */
import { Agent } from 'node:http';
import { parseCommandLine } from '../dev/command-line.ts';
import { buildInstance } from '../test/testbed/build-instance.ts';
import { startEmulators, toLimitSettings } from '../test/testbed/emulators.ts';
import { type Instance, type Memory, type SentRequest, startInstance } from '../test/testbed/instance.ts';
import { sampleOperation } from '../test/testbed/sample-operations.ts';
import { toTable } from './table.ts';

const { values: options } = parseCommandLine(
  `Measures how much memory grows with each request.

  npm run bench soak -- [options]

  --requests N   requests of each kind (default: 40000)
  --warm-up N    requests before (default: 10000)
  --kind NAME    one kind; repeatable (default: all)`,
  {
    requests: { type: 'string', default: '40000' },
    'warm-up': { type: 'string', default: '10000' },
    kind: { type: 'string', multiple: true },
  },
);
const requestCount = Number(options.requests);
const warmUpCount = Number(options['warm-up']);

const SAMPLES = 8;
const LANES = 8;
/** Few distinct requests per operation, so that growth is not a cache that fills. */
const DISTINCT_REQUESTS = 50;
const GOAL_BYTES = 20;

type CreateRequest = (index: number) => SentRequest;

const [emulators, built] = await Promise.all([startEmulators(), buildInstance()]);
const exp = Math.floor(Date.now() / 1000) + 86_400;
const token = await emulators.issuer.issueToken({ exp });
const tokenWithoutRoles = await emulators.issuer.issueToken({ exp, roles: [] });

/** The requests of a kind are sent in turn. */
const kinds: Readonly<Record<string, readonly CreateRequest[]>> = {
  // A dashboard's requests, and one with an invalid token.
  page: [
    ...valid('listHealthEvents', 6),
    ...[
      'getCustomer',
      'listCustomers',
      'createOrUpdateAuthorization',
      'searchRestorePoints',
      'deleteRestoreSession',
      'authorizeModelCopy',
    ].flatMap((id) => valid(id)),
    forged,
  ],
  hits: valid('listHealthEvents'),
  searches: valid('searchRestorePoints'),
  'relayed reads': [...valid('getCustomer'), ...valid('listCustomers')],
  writes: [...valid('createOrUpdateAuthorization'), ...valid('authorizeModelCopy')],
  'refused, 401': [forged],
  'refused, 403': [(index) => ({ ...toRequest('listHealthEvents', index), token: tokenWithoutRoles })],
  'refused, 400': [(index) => ({ ...toRequest('getCustomer', index), path: '/companies(none)/customers(none)' })],
};

try {
  const chosen = Object.keys(kinds).filter((kind) => options.kind?.includes(kind) ?? true);
  if (chosen.length === 0) throw new Error(`--kind must be one of ${Object.keys(kinds).join(', ')}.`);
  process.stdout.write(
    `${requestCount} requests of each kind after ${warmUpCount}. Goal: at most ${GOAL_BYTES} bytes per request remain.\n\n`,
  );
  const rows: string[][] = [];
  for (const kind of chosen) {
    rows.push(await soak(kind));
    process.stderr.write(`${rows.at(-1)?.join('  ')}\n`);
  }
  const head = ['kind', 'per second', 'heap, MB', 'heap, bytes per request', 'buffers, bytes per request'];
  process.stdout.write(`${toTable(head, rows)}\n`);
} finally {
  await emulators.close();
  await built.remove();
}

function valid(id: string, times = 1): CreateRequest[] {
  return Array.from({ length: times }, () => (index: number) => toRequest(id, index));
}

function toRequest(id: string, index: number): SentRequest {
  return { token, ...sampleOperation(id).toRequest(index % DISTINCT_REQUESTS) };
}

function forged(index: number): SentRequest {
  return { ...toRequest('listHealthEvents', index), token: `${token.slice(0, -9)}forgedSig` };
}

async function soak(kind: string): Promise<string[]> {
  const instance = await startInstance(built, { ...emulators.settings, ...toLimitSettings(50) });
  const agent = new Agent({ keepAlive: true, maxSockets: LANES });
  const send = (count: number) => sendMany(instance, agent, kinds[kind] ?? [], count);
  try {
    await send(warmUpCount);
    const samples: (Memory & { readonly sent: number })[] = [{ sent: 0, ...(await instance.measureMemory()) }];
    const startedAt = performance.now();
    for (let sample = 1; sample <= SAMPLES; sample++) {
      await send(requestCount / SAMPLES);
      samples.push({ sent: (requestCount / SAMPLES) * sample, ...(await instance.measureMemory()) });
    }
    const perSecond = requestCount / ((performance.now() - startedAt) / 1000);
    const heap = toSlope(samples.map(({ sent, heapBytes }) => [sent, heapBytes]));
    const buffers = toSlope(samples.map(({ sent, externalBytes }) => [sent, externalBytes]));
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
  creators: readonly CreateRequest[],
  count: number,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const index = next++;
      const create = creators[index % creators.length] as CreateRequest;
      await instance.send(create(index), agent);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  // The records and calls that this process keeps.
  instance.log.length = 0;
  await emulators.upstream.reset();
}

/** Returns the slope of the least-squares line. */
function toSlope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (which: 0 | 1) => points.reduce((sum, point) => sum + point[which], 0) / points.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}

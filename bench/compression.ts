/**
 * `npx tsx bench/compression.ts`: what gzip costs under the built-in host, in CPU of the whole process (emulators and the
 * sender included, so only differences count), and how long a body takes to compress.
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { startHost } from '../dev/host/server.ts';
import { startIssuer } from '../dev/issuer.ts';
import { startManagedIdentity } from '../dev/managed-identity.ts';
import { resources } from '../dev/seed.ts';
import { followPorts } from '../dev/start/settings.ts';
import { startTables } from '../dev/tables.ts';
import { startUpstream } from '../dev/upstream/index.ts';

const ROUNDS = 5;
const REQUESTS = 500;
const EVENTS = `${resources.database}/providers/Vendor.ResourceHealth/events?api-version=2025-05-01`;

const [issuer, identity, upstream, tables] = await Promise.all([
  startIssuer({ port: 0 }),
  startManagedIdentity({ port: 0 }),
  startUpstream({ port: 0, profile: 'vendor' }),
  startTables({ port: 0 }),
]);
const { Values: sample } = JSON.parse(readFileSync('local.settings.sample.json', 'utf8'));
const ports = { issuer: issuer.port, identity: identity.port, upstream: upstream.port, tables: tables.port };
Object.assign(process.env, sample, followPorts(sample, ports), {
  IDENTITY_HEADER: identity.header,
  LIMITS: JSON.stringify({ caller: { perSecond: 100_000, burst: 100_000 } }),
});
const host = await startHost({
  rootDir: process.cwd(),
  port: 0,
  load: () => import('../functions/index.ts'),
  log: () => {},
  runTimers: false,
});
const token = await issuer.issueToken({});
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Sends the request; returns the bytes of the body. */
function send(encoding: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': encoding };
  return new Promise((resolve, reject) => {
    const sent = request(host.url + EVENTS, { agent, headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () =>
        response.statusCode === 200 ? resolve(bytes) : reject(new Error(`Status ${response.statusCode}.`)),
      );
    });
    sent.once('error', reject).end();
  });
}

/** Returns the CPU microseconds of one run. */
async function measure(count: number, run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < count; i++) await run();
  const { user, system } = process.cpuUsage(before);
  return Math.round((user + system) / count);
}

for (let round = 0; round < ROUNDS; round++) {
  for (const encoding of ['identity', 'gzip']) {
    const cpu = await measure(REQUESTS, () => send(encoding));
    console.log(`memory hit, ${encoding}: ${cpu} µs, ${await send(encoding)} bytes`);
  }
}
const text = readFileSync('docs/openapi.json');
for (const bytes of [2_048, 8_192, 65_536, 600_000]) {
  const body = Buffer.from(text.subarray(0, bytes));
  const cpu = await measure(200, () => gzipSync(body, { level: 1 }));
  console.log(`gzip of ${bytes} bytes: ${cpu} µs, ${gzipSync(body, { level: 1 }).length} bytes`);
}
agent.destroy();
for (const server of [host, upstream, identity, issuer, tables]) await server.close();
process.exit(0);

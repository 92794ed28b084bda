/** `npm run bench:stalls`: the longest block of the event loop by hostile input, in ms. Fails above the goal. */
import { gzipSync } from 'node:zlib';
import { parseBearer } from '../lib/auth/authenticate.ts';
import { CACHE_VERSION, toCacheKey } from '../lib/cache/key.ts';
import { toStoredResponse } from '../lib/cache/table-entity.ts';
import { parseJsonBody } from '../lib/http/parse-json.ts';
import { createRedactor } from '../lib/upstream/redact.ts';
import { createUpstream } from '../lib/upstream/upstreams.ts';
import { toTable } from './table.ts';

const GOAL_MS = 50;
const ROUNDS = 5;

const upstream = createUpstream('arm', 'https://upstream.example/base', 'https://upstream.example/.default');
const key = toCacheKey({
  operation: 'o',
  profile: 'vendor',
  upstream: 'http://u',
  apiVersion: '1',
  tenant: 't',
  accessScope: 's',
  relayed: 'r',
});
const bomb = gzipSync(Buffer.alloc(48 * 1024 * 1024));
const row = { version: CACHE_VERSION, digest: '0'.repeat(64), fetchedAt: new Date(), expiresAt: new Date() };

const parse = (text: string) => () => void parseJsonBody(Buffer.from(text));
const redact = (secrets: readonly string[], text: string) => () =>
  void createRedactor({ parameters: { tokens: secrets } }, upstream, 'https://frontdesk.example')(text);

const cases: Readonly<Record<string, () => unknown>> = {
  'a bearer token of 1 MB': () => parseBearer(`Bearer ${'a'.repeat(1 << 20)} `),
  '131,072 opening brackets': parse('['.repeat(131_072)),
  'brackets in a string, 1 MB': parse(`"${'[\\"'.repeat(1 << 18)}"`),
  'a row that inflates to 48 MB': () =>
    toStoredResponse(key, { ...row, length: 1_000, content0: bomb } as Parameters<typeof toStoredResponse>[1]),
  'an error of 100,000 backslashes': redact(['a-secret'], '\\'.repeat(100_000)),
  '50 long secrets with the same start': redact(
    Array.from({ length: 50 }, (_, index) => `${'x'.repeat(999)}${index}`),
    'x'.repeat(20_000),
  ),
};

/** Returns the shortest of several rounds: other work on the machine makes each longer. A refusal is as good as a result. */
async function measure(run: () => unknown): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    try {
      await run();
    } catch {}
    shortest = Math.min(shortest, performance.now() - startedAt);
  }
  return shortest;
}

const rows: [string, number][] = [];
for (const [name, run] of Object.entries(cases)) rows.push([name, await measure(run)]);
process.stdout.write(`${toTable(['input', 'ms'], rows)}\n`);
if (rows.some(([, ms]) => ms > GOAL_MS)) process.exitCode = 1;

/** `npm run bench stalls`: the longest block of the event loop by hostile input, in ms. Fails above the goal. */

import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import * as z from 'zod';
import { operations } from '../functions/operations.ts';
import { parseBearer } from '../lib/auth/authenticate.ts';
import { CACHE_VERSION, toCacheKey } from '../lib/cache/key.ts';
import { toStoredResponse } from '../lib/cache/table-store.ts';
import { compileOperation } from '../lib/compile-operation.ts';
import { startsLikeFullId } from '../lib/contracts/resource-id.ts';
import { findTexts } from '../lib/contracts/schema/annotations.ts';
import { isSecretName } from '../lib/contracts/secret-names.ts';
import { editJson } from '../lib/http/edit-json.ts';
import type { RequestMessage } from '../lib/http/message.ts';
import { parseJsonBody } from '../lib/http/parse-json.ts';
import { createUrlParser, parseRequest } from '../lib/http/parse-request.ts';
import { PROFILES } from '../lib/profiles.ts';
import { acceptResponse, decodeResponse } from '../lib/upstream/accept-response.ts';
import { createRedactor } from '../lib/upstream/redact.ts';
import { createUpstream } from '../lib/upstream/upstreams.ts';
import { toTable } from './table.ts';

const GOAL_MS = 20;
const ROUNDS = 15;

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
/** Redacts one text, then another one some times; `parameters` are those of the request. */
const redact =
  (parameters: object, text: string, other = '', times = 0) =>
  () => {
    const redactText = createRedactor({ parameters }, upstream, 'https://frontdesk.example');
    redactText(text);
    for (let count = 0; count < times; count++) redactText(other);
  };
const toUrls = (count: number) =>
  Array.from({ length: count }, (_, index) => `https://a.example/?x=${index}&sig=${index}`);

const job = operations.find(({ name }) => name === 'createOrReplaceStreamingJob') as (typeof operations)[number];
const { request, describedBody } = compileOperation(job, PROFILES.vendor);
const urlOf = createUrlParser({ ...request, params: z.any() }, { path: '/', resource: '/' });

/** Everything that a body of a streaming job passes through before its upstream is called. */
const submit = (elements: number, element: string) => {
  const inputs = Array(elements).fill(element).join();
  const body = Buffer.from(`{"properties":{"sku":{"name":"Standard"},"inputs":[${inputs}]}}`);
  const message: RequestMessage = {
    method: 'PUT',
    params: {},
    rawQuery: 'api-version=2020-03-01',
    header: (name) => (name === 'content-type' ? 'application/json' : undefined),
    readBody: async () => body,
  };
  return async () => {
    const parsed = await parseRequest({ ...request, params: z.any() }, urlOf(message), message);
    return findTexts(parsed.body?.value, describedBody, startsLikeFullId);
  };
};
const input =
  '{"name":"a","properties":{"type":"Stream","serialization":{"type":"Json","properties":{"encoding":"UTF8"}},' +
  '"datasource":{"type":"Vendor.Storage/Blob","properties":{"container":"c"}}}}';

/** Reads an upstream's list, as for a response that is cached. */
const receive = (text: string) => {
  const body = Buffer.from(text);
  const rules = { upstream: 'arm' as const, isWrite: false, responses: { 200: [] } };
  const response = { status: 200, headers: { 'content-type': 'application/json' }, body };
  return () => {
    acceptResponse(rules, decodeResponse(response), (redacted) => redacted, 0);
    createHash('sha256').update(body).digest('hex');
  };
};
const event = JSON.stringify({
  ...{ id: '/e', name: 'e', type: 't' },
  properties: {
    title: 'A title',
    summary: 's'.repeat(600),
    level: 'Critical',
    impact: [{ impactedService: 'Virtual Machines', impactedRegions: [{ impactedRegion: 'West Europe' }] }],
  },
});
const toList = (bytes: number, element: string) =>
  `{"value":[${Array(Math.floor(bytes / (element.length + 1)))
    .fill(element)
    .join()}]}`;
const many = Array.from({ length: 999 }, (_, index) => `zzzz${index}`);

const dense = `{${Array.from({ length: 49_999 }, (_, index) => `"memberOfThisObject${index}":1`).join()}}`;

const cases: Readonly<Record<string, () => unknown>> = {
  'a bearer token of 1 MB': () => parseBearer(`Bearer ${'a'.repeat(1 << 20)} `),
  '131,072 opening brackets': parse('['.repeat(131_072)),
  'brackets in a string, 1 MB': parse(`"${'[\\"'.repeat(1 << 18)}"`),
  'a number of 1 MB': parse(`[1.${'0'.repeat(1 << 20)}1]`),
  'a row that inflates to 48 MB': () =>
    toStoredResponse(key, { ...row, length: 1_000, content0: bomb } as Parameters<typeof toStoredResponse>[1]),
  'an error of 100,000 backslashes': redact({ tokens: ['a-secret'] }, '\\'.repeat(100_000)),
  '50 long secrets with the same start': redact(
    { tokens: Array.from({ length: 50 }, (_, index) => `${'x'.repeat(999)}${index}`) },
    'x'.repeat(20_000),
  ),
  'an error of eyJ, 60 KB': redact({ tokens: ['a-secret'] }, 'eyJ'.repeat(20_000), 'eyJ'.repeat(3_000), 6),
  'errors with 999 secrets to look for': redact({ tokens: many }, 'z'.repeat(9_990), 'z'.repeat(30), 2_000),
  'one secret of 900 KB': redact({ tokens: ['%25'.repeat(300_000)] }, 'z'),
  '15,000 URLs in a request': redact({ urls: toUrls(15_000) }, 'z'),
  '19,800 empty inputs, 59 KB': submit(9_900, '{}'),
  '19,800 inputs with a name only': submit(6_600, '{"name":"a"}'),
  '1,300 valid inputs, 230 KB': submit(1_300, input),
  'a list of 4 MiB': receive(toList(4 * 1024 * 1024 - 20, event)),
  'secrets in 50,000 members of a response': () => editJson(dense, { dropMembersNamed: isSecretName }),
  '900,000 members of an upstream': receive(toList(2_700_000, '{}')),
  'as many members as 4 MiB may have': receive(toList(4 * 1024 * 1024 - 20, `"${'x'.repeat(26)}"`)),
};

/** Returns the least CPU time of several rounds, of all threads: other work on the machine does not count. A refusal is as good as a result. */
async function measure(run: () => unknown): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    try {
      await run();
    } catch {}
    const { user, system } = process.cpuUsage(before);
    shortest = Math.min(shortest, (user + system) / 1000);
  }
  return shortest;
}

const rows: [string, number][] = [];
for (const [name, run] of Object.entries(cases)) rows.push([name, await measure(run)]);
process.stdout.write(`${toTable(['input', 'ms'], rows)}\n`);
if (rows.some(([, ms]) => ms > GOAL_MS)) process.exitCode = 1;

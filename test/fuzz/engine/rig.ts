/** Frontdesk's pipeline between emulated edges: the real services, a clock that can be moved on, and an upstream that answers as told. */
import { startIssuer } from '../../../dev/issuer.ts';
import { startManagedIdentity } from '../../../dev/managed-identity.ts';
import { companies, frontdeskAudience, roles, subscriptions, tenants, upstreamAudiences } from '../../../dev/seed.ts';
import { operations as definitions } from '../../../functions/operations.ts';
import { ResponseCache } from '../../../lib/cache/response-cache.ts';
import { createMemoryStore } from '../../../lib/cache/store.ts';
import { type CompiledOperation, compileOperation } from '../../../lib/compile-operation.ts';
import type { RequestMessage, ResponseMessage } from '../../../lib/http/message.ts';
import { Problem } from '../../../lib/http/problem.ts';
import { type Serve, serve } from '../../../lib/pipeline.ts';
import { createServices } from '../../../lib/services.ts';
import { readSettings } from '../../../lib/settings/read-settings.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Surroundings } from './check-exchange.ts';
import { isCorrelationId, RUN } from './odd-fields.ts';
import { createOddStore } from './odd-store.ts';
import { createRelayable } from './relayable.ts';
import { type FuzzRequest, toPlainRequest } from './requests.ts';
import { edgePorts } from './stray-sockets.ts';
import { issueTokens, type Tokens } from './tokens.ts';
import { type FuzzUpstream, type Received, startFuzzUpstream, TABLE_PATH } from './upstream.ts';

type Told = Readonly<Record<string, unknown>>;

/** What came of a request. */
export interface Exchange {
  readonly requestId: string;
  readonly reply: ResponseMessage;
  /** What the pipeline logged of it. */
  readonly records: readonly Told[];
  /** What was told to the operator meanwhile. */
  readonly reports: readonly Told[];
  /** What the upstream was asked, in order. */
  readonly received: readonly Received[];
}

export interface Rig extends Surroundings {
  readonly operations: readonly CompiledOperation[];
  /** Forgets what the requests before have left in the cache, and what was said to them. */
  begin(): void;
  send(request: FuzzRequest): Promise<Exchange>;
  close(): Promise<void>;
}

/** So many times as fast do waits pass: a silent upstream is given up after some tenths of a second, a busy processor is not. */
const TIMER_SPEED = 10;
const CENTURY_SECONDS = 100 * 365 * 86_400;
/** Every fourth call of the store. */
const STORE_FAILURES = [false, false, false, true];
const MEMORY_TIER_BYTES = 1024 * 1024;
const PUBLIC_URL = 'https://frontdesk.example';

/** Starts the rig. More than one may stand in a process; each has edges, services and a time of its own. */
export async function startRig(): Promise<Rig> {
  const [issuer, identity, upstream] = await Promise.all([
    startIssuer({ port: 0 }),
    startManagedIdentity({ port: 0 }),
    startFuzzUpstream(),
  ]);
  for (const { port } of [issuer, identity, upstream]) edgePorts.add(port);
  await setTokenLife(identity.url);
  Object.assign(process.env, { IDENTITY_ENDPOINT: identity.endpoint, IDENTITY_HEADER: identity.header });
  const time = createMovableClock();
  const told: Told[] = [];
  const settings = readSettings({ ...toSettings(upstream), AUTH_ISSUER: `${issuer.url}/{tenantid}/v2.0` });
  const services = createServices(settings, time.clock, (record) => told.push(toLine(record)));
  const operations = definitions.map((definition) => compileOperation(definition, services.profile));
  let cache = services.cache;
  let relayable = createRelayable(upstream.url, services.publicUrl);
  const emptied = {
    ...services,
    get cache() {
      return cache;
    },
  };
  const pipelines = new Map(operations.map((operation) => [operation.name, serve(operation, emptied)]));
  const tokens = await issueTokens(issuer);

  const rig: Rig = {
    operations,
    tokens,
    upstreamUrl: upstream.url,
    get relayable() {
      return relayable;
    },
    begin() {
      relayable = createRelayable(upstream.url, services.publicUrl);
      const store = createOddStore(time.clock, STORE_FAILURES);
      cache = new ResponseCache({
        store,
        memory: createMemoryStore(MEMORY_TIER_BYTES),
        takeRow: () => true,
        clock: time.clock,
      });
    },
    async send(request) {
      const requestId = `fuzz-${++count}`;
      const records: Told[] = [];
      told.length = 0;
      const message = toMessage(request, tokens, count);
      const id = message.header('x-ms-client-request-id') ?? '';
      const received = upstream.plan(isCorrelationId(id) ? id : requestId, request.answers, (one) =>
        relayable.note(request.operation, one),
      );
      const pipeline = pipelines.get(request.operation.name) as Serve;
      const reply = await pipeline(message, requestId, (record) => records.push(toLine(record)));
      // What is fetched or stored beside the request belongs to it.
      await cache.settle();
      time.pass(request.idleMs);
      return { requestId, reply, records, reports: [...told], received };
    },
    async close() {
      await services.close();
      for (const server of [upstream, identity, issuer]) await server.close();
    },
  };
  for (const operation of operations) await rig.send(toPlainRequest(operation));
  time.hurry();
  return rig;
}

let count = 0;

/** A record as a host writes it: a line of JSON. */
function toLine(record: Told): Told {
  return JSON.parse(JSON.stringify(record));
}

/** At first waits take their time, so that keys and tokens are fetched at leisure. */
function createMovableClock() {
  let passedMs = 0;
  let speed = 1;
  const clock: Clock = {
    now: () => Date.now() + passedMs,
    monotonicNow: () => performance.now() * speed,
    setTimer: (callback, ms) => setTimeout(callback, ms / speed),
  };
  return {
    clock,
    pass(ms: number) {
      passedMs += ms;
    },
    hurry() {
      speed = TIMER_SPEED;
    },
  };
}

/** Settings that lead to the fuzz upstream, for Contoso alone, and limits that are out of the way. */
export function toSettings({ url }: FuzzUpstream): Readonly<Record<string, string>> {
  const places = { parallel: 64, queue: 64 };
  const limits = JSON.stringify({ bulkhead: { read: places, write: places }, rate: {} });
  const resources = [
    `/subscriptions/${subscriptions.contoso}`,
    `/companies/${companies.contoso}`,
    '/solutions/backupRestore',
    '/documentModels',
  ];
  return {
    PUBLIC_BASE_URL: PUBLIC_URL,
    AUTH_AUDIENCE: frontdeskAudience,
    AUTH_TENANTS: Object.values(tenants).join(),
    ACCESS_POLICY: JSON.stringify({ grants: [{ roles, tenants: [tenants.contoso], resources }] }),
    CALLER_LIMIT: JSON.stringify({ perSecond: 1_000_000, burst: 1_000_000 }),
    ARM_BASE_URL: `${url}/arm`,
    ARM_SCOPE: `${upstreamAudiences.arm}/.default`,
    ARM_LIMITS: limits,
    BACKUP_RESTORE_BASE_URL: `${url}/graph/v1.0`,
    BACKUP_RESTORE_SCOPE: `${upstreamAudiences.graph}/.default`,
    BACKUP_RESTORE_LIMITS: limits,
    DOCUMENT_MODELS_ENDPOINT: `${url}/docs`,
    DOCUMENT_MODELS_SCOPE: `${upstreamAudiences.documents}/.default`,
    DOCUMENT_MODELS_LIMITS: limits,
    BUSINESS_DATA_BASE_URL: `${url}/business/v2.0`,
    BUSINESS_DATA_SCOPE: `${upstreamAudiences.business}/.default`,
    BUSINESS_DATA_LIMITS: limits,
    CACHE_CONNECTION_STRING: `DefaultEndpointsProtocol=http;AccountName=fuzz;AccountKey=ZnV6eg==;TableEndpoint=${url}${TABLE_PATH};`,
  };
}

async function setTokenLife(url: string): Promise<void> {
  await fetch(`${url}/_control/token-life`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ expiresIn: CENTURY_SECONDS }),
  });
}

function toMessage(request: FuzzRequest, tokens: Tokens, run: number): RequestMessage {
  const { operation, token, params, query, fields, content } = request;
  return {
    method: operation.method,
    params,
    rawQuery: new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString(),
    header: (name) => (name === 'authorization' ? tokens[token] : fields[name]?.replace(RUN, String(run))),
    async readBody(maxBytes) {
      if (content.length > maxBytes) throw new Problem('content_too_large');
      return content;
    },
  };
}

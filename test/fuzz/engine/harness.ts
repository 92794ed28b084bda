/** Runs Frontdesk's pipeline with its real services against emulators, with a clock that can be advanced and a scripted upstream. */
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import fc from 'fast-check';
import accessPolicy from '../../../dev/access-policy.json' with { type: 'json' };
import { toEmulatorSettings } from '../../../dev/emulator-settings.ts';
import { startIssuer } from '../../../dev/issuer.ts';
import { startManagedIdentity } from '../../../dev/managed-identity.ts';
import { roles, tenants } from '../../../dev/seed.ts';
import type { RunningServer } from '../../../dev/server.ts';
import { operations as definitions } from '../../../functions/operations.ts';
import { ResponseCache } from '../../../lib/cache/response-cache.ts';
import { MemoryStore } from '../../../lib/cache/store.ts';
import { compileOperation } from '../../../lib/compile-operation.ts';
import type { RequestMessage } from '../../../lib/http/message.ts';
import { Problem } from '../../../lib/http/problem.ts';
import { serve } from '../../../lib/pipeline.ts';
import { createServices, type Services } from '../../../lib/services.ts';
import { readSettings } from '../../../lib/settings/read-settings.ts';
import { addBodies, type WithBodies } from '../../../tools/openapi/contracts/bodies.ts';
import { createOddStore, unlimitedRows } from '../../support/shared-store.ts';
import { createControlClient } from '../../testbed/control-client.ts';
import { toLimitSettings } from '../../testbed/emulators.ts';
import type { Exchange, LogLine, Surroundings } from './check-exchange.ts';
import { isCorrelationId, RUN } from './odd-values.ts';
import { createRelayedBodies, type RelayedBodies } from './relayed-bodies.ts';
import { type FuzzRequest, toPlainRequest, toRawQuery } from './requests.ts';
import { issueTokens, type Tokens } from './tokens.ts';
import { type FuzzUpstream, REDIRECT_ORIGIN, type Received, startFuzzUpstream } from './upstream.ts';

const CENTURY_SECONDS = 100 * 365 * 86_400;
/** Every fourth call of the store fails. */
const STORE_FAILURES = [false, false, false, true];
const MEMORY_BYTES = 1024 * 1024;

/** Never called: each case gives the cache another store. */
const NO_TABLES = {
  connectionString:
    'DefaultEndpointsProtocol=http;AccountName=none;AccountKey=ZnV6eg==;TableEndpoint=http://127.0.0.1:1/;',
};

const many = { perSecond: 1_000_000, burst: 1_000_000 };
/** What the sample policy grants in Contoso. */
const resources = accessPolicy.grants
  .filter((grant) => 'tenants' in grant && grant.tenants.includes(tenants.contoso))
  .flatMap((grant) => grant.resources);

/** Grant Contoso's resources only, and limit nothing. */
const FUZZ_SETTINGS = {
  PUBLIC_BASE_URL: 'https://frontdesk.example',
  // A deployment refuses the sample's.
  LINK_KEY: Buffer.alloc(32).toString('base64'),
  LOGIN_REDIRECT_ORIGINS: REDIRECT_ORIGIN,
  ACCESS_POLICY: JSON.stringify({ grants: [{ roles, tenants: [tenants.contoso], resources }] }),
  LIMITS: JSON.stringify({
    ...JSON.parse(toLimitSettings(64)['LIMITS'] ?? ''),
    ...{ refusalRecords: many, hitRecords: many },
  }),
};

interface Environment {
  readonly upstream: FuzzUpstream;
  readonly servers: readonly RunningServer[];
  readonly settings: ReturnType<typeof readSettings>;
  readonly tokens: Tokens;
}

/** What is new in each case. */
interface Case {
  readonly cache: ResponseCache;
  /** The bodies that the upstream has returned. */
  readonly relayed: RelayedBodies;
}

/** Ports of the emulators. */
const emulatorPorts = new Set<number>();

/** Every other address that this process connected to: it must only reach the emulators of the harnesses. */
export const unexpectedAddresses = new Set<string>();

subscribe('net.client.socket', (message) => {
  const { socket } = message as { readonly socket: Socket };
  socket.once('connect', () => {
    const { remoteAddress, remotePort = 0 } = socket;
    if (remoteAddress !== '127.0.0.1' || !emulatorPorts.has(remotePort))
      unexpectedAddresses.add(`${remoteAddress}:${remotePort}`);
  });
});

/** Fast enough that a silent upstream times out after tenths of a second, slow enough for a busy processor. */
const SPEED = 10;

const DAY_MS = 86_400_000;

/** Returns the machine's clock, which can be advanced and made faster. Its date jumps back once a day: no token lives longer. */
function createFuzzClock() {
  const clock = {
    advancedMs: 0,
    speed: 1,
    wallNow: () => Date.now() + (clock.advancedMs % DAY_MS),
    monotonicNow: () => performance.now() * clock.speed + clock.advancedMs,
    setTimer: (callback: () => void, ms: number) => setTimeout(callback, ms / clock.speed),
  };
  return clock;
}

/** Starts a harness. A process can have several; each has its own emulators, services and clock. */
export async function startHarness(): Promise<FuzzHarness> {
  const [issuer, identity, upstream] = await Promise.all([
    startIssuer({ port: 0 }),
    startManagedIdentity({ port: 0 }),
    startFuzzUpstream(),
  ]);
  for (const { port } of [issuer, identity, upstream]) emulatorPorts.add(port);
  await createControlClient(identity.url).control('modes', { expiresIn: CENTURY_SECONDS });
  const addresses = toEmulatorSettings({ issuer, identity, upstream, tables: NO_TABLES });
  Object.assign(process.env, addresses);
  const settings = readSettings({ ...addresses, ...FUZZ_SETTINGS });
  const tokens = await issueTokens(issuer);
  const harness = new FuzzHarness({ upstream, servers: [upstream, identity, issuer], settings, tokens });
  await harness.warmUp();
  return harness;
}

export class FuzzHarness implements Surroundings {
  readonly operations: readonly WithBodies[];
  readonly tokens: Tokens;
  readonly upstreamUrl: string;
  readonly #environment: Environment;
  readonly #clock = createFuzzClock();
  /** With the cache of the case. */
  readonly #services: Services;
  readonly #reports: LogLine[] = [];
  #case: Case;

  constructor(environment: Environment) {
    this.#environment = environment;
    this.tokens = environment.tokens;
    this.upstreamUrl = environment.upstream.url;
    const services = createServices(environment.settings, this.#clock, (record) => this.#reports.push(toLine(record)));
    this.#case = this.#createCase();
    const current = () => this.#case;
    this.#services = {
      ...services,
      get cache() {
        return current().cache;
      },
    };
    this.operations = definitions.map((definition) =>
      Object.assign(addBodies(compileOperation(definition, services.profile), services.profile), {
        [fc.toStringMethod]: () => definition.name,
      }),
    );
  }

  /** Fetches keys and tokens at normal speed; later waits are short. */
  async warmUp(): Promise<void> {
    for (const operation of this.operations) await this.send(toPlainRequest(operation));
    this.#clock.speed = SPEED;
  }

  get relayed(): RelayedBodies {
    return this.#case.relayed;
  }

  /** Starts a case: with an empty cache, and without the upstream's earlier responses. */
  begin(): void {
    this.#case = this.#createCase();
  }

  async send(request: FuzzRequest): Promise<Exchange> {
    const requestId = `fuzz-${++requestCount}`;
    const message = this.#toMessage(request);
    const id = message.header('x-ms-client-request-id');
    const correlationId = id !== undefined && isCorrelationId(id) ? id : requestId;
    const { operation, responses, idleMs } = request;
    const add = (call: Received) => this.relayed.add(operation, call);
    const received = this.#environment.upstream.plan(correlationId, responses, add);
    const records: LogLine[] = [];
    this.#reports.length = 0;
    const log = (record: LogLine) => records.push(toLine(record));
    const response = await serve(operation, this.#services, { message, requestId, log });
    // Background calls belong to the request.
    await this.#case.cache.settle();
    this.#clock.advancedMs += idleMs;
    return { requestId, response, records, reports: [...this.#reports], received };
  }

  async close(): Promise<void> {
    await this.#services.close();
    for (const server of this.#environment.servers) await server.close();
  }

  #createCase(): Case {
    const memory = new MemoryStore(MEMORY_BYTES);
    const store = createOddStore(this.#clock, STORE_FAILURES);
    return {
      cache: new ResponseCache({ store, memory, rows: unlimitedRows, clock: this.#clock, alert: () => {} }),
      relayed: createRelayedBodies(this.upstreamUrl, FUZZ_SETTINGS.PUBLIC_BASE_URL),
    };
  }

  #toMessage({ operation, token, params, query, headers, body }: FuzzRequest): RequestMessage {
    const run = String(requestCount);
    return {
      method: operation.method,
      params,
      rawQuery: toRawQuery(query),
      header: (name) => (name === 'authorization' ? this.tokens[token] : headers[name]?.replace(RUN, run)),
      async readBody(maxBytes) {
        if (body.length > maxBytes) throw new Problem('content_too_large');
        return body;
      },
    };
  }
}

/** Of all harnesses in the process. */
let requestCount = 0;

/** Returns the record as a host writes it: a line of JSON. */
function toLine(record: LogLine): LogLine {
  return JSON.parse(JSON.stringify(record));
}

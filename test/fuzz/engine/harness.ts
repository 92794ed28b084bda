/** Runs Frontdesk's pipeline with its real services against emulators, with a clock that can be advanced and a scripted upstream. */
import { startIssuer } from '../../../dev/issuer.ts';
import { startManagedIdentity } from '../../../dev/managed-identity.ts';
import type { RunningServer } from '../../../dev/server.ts';
import { operations as definitions } from '../../../functions/operations.ts';
import { createBatches } from '../../../lib/batch.ts';
import { ResponseCache } from '../../../lib/cache/response-cache.ts';
import { MemoryStore } from '../../../lib/cache/store.ts';
import { compileOperation } from '../../../lib/compile-operation.ts';
import type { RequestMessage } from '../../../lib/http/message.ts';
import { Problem } from '../../../lib/http/problem.ts';
import { serve } from '../../../lib/pipeline.ts';
import type { SpecialEndpoint } from '../../../lib/request-context.ts';
import { createServices, type Services } from '../../../lib/services.ts';
import { readSettings } from '../../../lib/settings/read-settings.ts';
import { addBodies, type WithBodies } from '../../../tools/openapi/contracts/bodies.ts';
import { MovableClock } from '../../support/clocks.ts';
import { createOddStore, unlimitedRows } from '../../support/shared-store.ts';
import type { Exchange, LogLine, Surroundings } from './check-exchange.ts';
import { toFuzzSettings } from './fuzz-settings.ts';
import { isCorrelationId, RUN } from './odd-headers.ts';
import { createRelayedBodies, type RelayedBodies } from './relayed-bodies.ts';
import { type FuzzRequest, toPlainRequest } from './requests.ts';
import { issueTokens, type Tokens } from './tokens.ts';
import { emulatorPorts } from './unexpected-connections.ts';
import { type FuzzUpstream, type Received, startFuzzUpstream } from './upstream.ts';

const CENTURY_SECONDS = 100 * 365 * 86_400;
/** Every fourth call of the store fails. */
const STORE_FAILURES = [false, false, false, true];
const MEMORY_BYTES = 1024 * 1024;

interface Environment {
  readonly upstream: FuzzUpstream;
  readonly servers: readonly RunningServer[];
  readonly settings: ReturnType<typeof readSettings>;
  readonly tokens: Tokens;
}

/** Fast enough that a silent upstream times out after tenths of a second, slow enough for a busy processor. */
const SPEED = 10;

/** Starts a harness. A process can have several; each has its own emulators, services and clock. */
export async function startHarness(): Promise<FuzzHarness> {
  const [issuer, identity, upstream] = await Promise.all([
    startIssuer({ port: 0 }),
    startManagedIdentity({ port: 0 }),
    startFuzzUpstream(),
  ]);
  for (const { port } of [issuer, identity, upstream]) emulatorPorts.add(port);
  await setTokenLife(identity.url);
  Object.assign(process.env, { IDENTITY_ENDPOINT: identity.endpoint, IDENTITY_HEADER: identity.header });
  const settings = readSettings({ ...toFuzzSettings(upstream), AUTH_ISSUER: `${issuer.url}/{tenantid}/v2.0` });
  const tokens = await issueTokens(issuer);
  const harness = new FuzzHarness({ upstream, servers: [upstream, identity, issuer], settings, tokens });
  await harness.warmUp();
  return harness;
}

export class FuzzHarness implements Surroundings {
  readonly operations: readonly WithBodies[];
  readonly #environment: Environment;
  readonly #clock = new MovableClock();
  /** With the cache of the case. */
  readonly #services: Services;
  readonly #reports: LogLine[] = [];
  readonly #batches: SpecialEndpoint;
  #cache: ResponseCache;
  #relayed: RelayedBodies;

  constructor(environment: Environment) {
    this.#environment = environment;
    const services = createServices(environment.settings, this.#clock, (record) => this.#reports.push(toLine(record)));
    this.#cache = services.cache;
    const currentCache = () => this.#cache;
    this.#services = {
      ...services,
      get cache() {
        return currentCache();
      },
    };
    this.#relayed = this.#createRelayedBodies();
    this.operations = definitions.map((definition) =>
      addBodies(compileOperation(definition, services.profile), services.profile),
    );
    const routes = this.operations.map((operation) => ({ ...operation, open: () => operation }));
    this.#batches = createBatches(routes, this.#services)[0] as SpecialEndpoint;
  }

  get tokens(): Tokens {
    return this.#environment.tokens;
  }

  get upstreamUrl(): string {
    return this.#environment.upstream.url;
  }

  get relayed(): RelayedBodies {
    return this.#relayed;
  }

  /** Fetches keys and tokens at normal speed; later waits are short. */
  async warmUp(): Promise<void> {
    for (const operation of this.operations) await this.send(toPlainRequest(operation));
    this.#clock.speedUp(SPEED);
  }

  /** Starts a case: with an empty cache, and without the upstream's earlier responses. */
  begin(): void {
    this.#relayed = this.#createRelayedBodies();
    this.#cache = new ResponseCache({
      store: createOddStore(this.#clock, STORE_FAILURES),
      memory: new MemoryStore(MEMORY_BYTES),
      rows: unlimitedRows,
      clock: this.#clock,
    });
  }

  async send(request: FuzzRequest): Promise<Exchange> {
    const requestId = `fuzz-${++requestCount}`;
    const message = toMessage(request, this.tokens, requestCount);
    const received = this.#plan(request, message.header('x-ms-client-request-id'), requestId);
    const exchange = await this.#serve(request.operation, message, requestId);
    this.advance(request.idleMs);
    return { ...exchange, received };
  }

  advance(ms: number): void {
    this.#clock.advance(ms);
  }

  /** Sets the upstream's responses to the request; returns its calls. */
  #plan({ operation, responses }: FuzzRequest, id: string | undefined, requestId: string): readonly Received[] {
    const correlationId = id !== undefined && isCorrelationId(id) ? id : requestId;
    return this.#environment.upstream.plan(correlationId, responses, (call) => this.#relayed.add(operation, call));
  }

  /** Sends the requests as parts of one batch, as the caller of the first. */
  async sendBatch(requests: readonly FuzzRequest[]): Promise<Exchange> {
    const requestId = `fuzz-${++requestCount}`;
    const received: Received[] = [];
    const parts = requests.map((request, index) => {
      const own = `${requestId}-${index}`;
      const { operation, responses } = request;
      this.#environment.upstream.plan(own, responses, (call) => {
        received.push(call);
        this.#relayed.add(operation, call);
      });
      return toPart(request, index, own);
    });
    const { token = 'granted' } = requests[0] ?? {};
    const headers = new Map([['content-type', 'application/json'], ...Object.entries(tokenHeader(this.tokens[token]))]);
    const body = Buffer.from(`{"requests":[${parts.join()}]}`);
    const message: RequestMessage = {
      ...{ method: 'POST', params: {}, rawQuery: '' },
      header: (name) => headers.get(name),
      readBody: (maxBytes) => readBody(body, maxBytes),
    };
    return { ...(await this.#serve(this.#batches, message, requestId)), received };
  }

  async #serve(
    endpoint: WithBodies | SpecialEndpoint,
    message: RequestMessage,
    requestId: string,
  ): Promise<Omit<Exchange, 'received'>> {
    const records: LogLine[] = [];
    this.#reports.length = 0;
    const log = (record: LogLine) => records.push(toLine(record));
    const response = await serve(endpoint, this.#services)(message, requestId, log);
    // Background calls belong to the request.
    await this.#cache.settle();
    return { requestId, response, records, reports: [...this.#reports] };
  }

  async close(): Promise<void> {
    await this.#services.close();
    for (const server of this.#environment.servers) await server.close();
  }

  #createRelayedBodies(): RelayedBodies {
    return createRelayedBodies(this.upstreamUrl, this.#services.publicUrl);
  }
}

/** Of all harnesses in the process. */
let requestCount = 0;

/** Returns the record as a host writes it: a line of JSON. */
function toLine(record: LogLine): LogLine {
  return JSON.parse(JSON.stringify(record));
}

async function setTokenLife(url: string): Promise<void> {
  await fetch(`${url}/_control/token-life`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ expiresIn: CENTURY_SECONDS }),
  });
}

function toRawQuery(query: FuzzRequest['query']): string {
  return new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString();
}

function toMessage(request: FuzzRequest, tokens: Tokens, run: number): RequestMessage {
  const { operation, token, params, query, headers, body } = request;
  return {
    method: operation.method,
    params,
    rawQuery: toRawQuery(query),
    header: (name) => (name === 'authorization' ? tokens[token] : headers[name]?.replace(RUN, String(run))),
    readBody: (maxBytes) => readBody(body, maxBytes),
  };
}

function tokenHeader(authorization: string | undefined): Readonly<Record<string, string>> {
  return authorization === undefined ? {} : { authorization };
}

/** Returns a part as JSON; the body is the request's own text, whatever that is. */
function toPart(
  { operation, params, query, headers, body }: FuzzRequest,
  index: number,
  correlationId: string,
): string {
  const path = operation.route.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent((params[name] ?? '').toWellFormed()),
  );
  const search = toRawQuery(query);
  const head = {
    ...{ id: `${index}`, method: operation.method, url: search === '' ? path : `${path}?${search}` },
    headers: { ...headers, 'x-ms-client-request-id': correlationId },
  };
  const text = JSON.stringify(head);
  return body.length === 0 ? text : `${text.slice(0, -1)},"body":${body}}`;
}

async function readBody(body: Buffer, maxBytes: number): Promise<Buffer> {
  if (body.length > maxBytes) throw new Problem('content_too_large');
  return body;
}

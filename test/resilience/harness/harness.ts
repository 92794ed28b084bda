/** Runs Frontdesk in the test's process against emulators behind chaos proxies, with a date that tests can advance. */
import dns from 'node:dns';
import { afterAll, vi } from 'vitest';
import { startHost } from '../../../dev/host/server.ts';
import type { RunningServer } from '../../../dev/server.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { createFastClock } from '../../support/clocks.ts';
import { createDocumentCheck } from '../../support/document-check.ts';
import { advanceTime } from '../../support/moving-date.ts';
import type { ReceivedCall } from '../../testbed/control-client.ts';
import { type Emulators, startEmulators, toLimitSettings } from '../../testbed/emulators.ts';
import { type SampleOperation, sampleOperations } from '../../testbed/sample-operations.ts';
import { type SentRequest, sendRequest, type TimedResponse } from '../../testbed/send-request.ts';

export interface HarnessOptions {
  /** Frontdesk's clock runs this many times as fast; 1 by default. */
  readonly speed?: number;
  /** Replace the settings that fit the emulators. */
  readonly settings?: Readonly<Record<string, string>>;
}

const TEN_YEARS = 10 * 365 * 86_400;
/** A caller's token lives 30 hours at most; a test advances the date by 25 hours, and then another day. */
const TOKEN_SECONDS = 30 * 3_600;
const MIN_TOKEN_SECONDS = 25 * 3_600;
/** Longer than a Retry-After lasts, or what a breaker counts. */
const RECOVERY_SECONDS = 600;

const checkResponse = createDocumentCheck('vendor');

/**
 * Starts the harness of one test file; one per process. Each upstream allows one call at a time, so that a test notices a call slot
 * that is not released.
 */
export async function startHarness({ speed = 1, settings = {} }: HarnessOptions = {}): Promise<Harness> {
  const resolver = replaceResolver();
  const clock = createFastClock(speed);
  const emulators = await startEmulators(clock.wallNow);
  Object.assign(process.env, emulators.settings, toLimitSettings(1), settings);
  await emulators.identity.control('token-life', { expiresIn: TEN_YEARS });
  const harness = new Harness(emulators, resolver, { clock, speed });
  await harness.renewToken();
  await harness.start();
  afterAll(() => harness.close());
  return harness;
}

export class Harness {
  readonly emulators: Emulators;
  /** Resolves the upstreams' host name. */
  readonly resolver: { isDown: boolean };
  /** Valid for 25 hours after each `send`. */
  token = '';
  #tokenEndsAt = 0;
  readonly speed: number;
  readonly #clock: Clock;
  /** Frontdesk's log: one record per request, and alerts. */
  readonly log: Record<string, unknown>[] = [];
  /** Called by `clearFaults`, for faults that only a test file knows. */
  readonly onClearFaults: (() => unknown)[] = [];
  #host: RunningServer | undefined;
  #samples = 0;

  constructor(
    emulators: Emulators,
    resolver: { isDown: boolean },
    { clock, speed }: { readonly clock: Clock; readonly speed: number },
  ) {
    this.emulators = emulators;
    this.resolver = resolver;
    this.speed = speed;
    this.#clock = clock;
    for (const stream of ['warn', 'info'] as const)
      vi.spyOn(console, stream).mockImplementation((line) => this.log.push(JSON.parse(line)));
  }

  async renewToken(): Promise<void> {
    const now = Math.floor(this.#clock.wallNow() / 1000);
    if (this.#tokenEndsAt - now >= MIN_TOKEN_SECONDS) return;
    this.#tokenEndsAt = now + TOKEN_SECONDS;
    this.token = await this.emulators.issuer.issueToken({ iat: now, nbf: now, exp: this.#tokenEndsAt });
  }

  /** Frontdesk's port. */
  get port(): number {
    return this.#host?.port ?? 0;
  }

  async start(): Promise<void> {
    this.#host = await startHost({
      rootDir: process.cwd(),
      port: 0,
      load: async () => (await import('../../../functions/start-app.ts')).startApp(this.#clock),
      log: (line) => this.log.push(JSON.parse(line)),
      runTimers: false,
    });
  }

  /** Ends Frontdesk as SIGTERM does, and starts it again: its memory is empty. */
  async restart(): Promise<void> {
    await this.#host?.close();
    vi.resetModules();
    await this.start();
  }

  async close(): Promise<void> {
    await this.#host?.close();
    await this.emulators.close();
  }

  /** Advances Frontdesk's clock by seconds of that clock. */
  advanceTime(seconds: number): void {
    advanceTime((seconds * 1000) / this.speed);
  }

  /** Sends a request with the harness's token, and checks the response against the OpenAPI document. */
  async send(request: Omit<SentRequest, 'token'> & { readonly token?: string }): Promise<TimedResponse> {
    await this.renewToken();
    const response = await sendRequest(this.port, { token: this.token, ...request });
    checkResponse(request, response);
    return response;
  }

  /** Calls the operation; `callsOf` finds the sample's upstream calls. */
  call(operation: SampleOperation, sample: number): Promise<TimedResponse> {
    const request = operation.toRequest(sample);
    const headers = { ...request.headers, 'x-ms-client-request-id': toCorrelationId(sample) };
    return this.send({ ...request, headers });
  }

  /** Returns the calls that the upstreams received for this sample. */
  async callsOf(sample: number): Promise<readonly ReceivedCall[]> {
    const calls = await this.emulators.upstream.calls();
    return calls.filter(({ headers }) => headers['x-ms-client-request-id'] === toCorrelationId(sample));
  }

  /** Returns a sample number that no call has used. */
  nextSample(): number {
    return ++this.#samples;
  }

  /** Removes every fault. */
  async clearFaults(): Promise<void> {
    for (const clear of this.onClearFaults) await clear();
    this.resolver.isDown = false;
    for (const proxy of Object.values(this.emulators.proxies)) if (proxy.hasFault) await proxy.injectFault(undefined);
    await this.emulators.upstream.reset();
  }

  /** Removes every fault, and lets the effects of Retry-After and breakers expire. */
  async reset(): Promise<void> {
    await this.clearFaults();
    this.advanceTime(RECOVERY_SECONDS);
  }
}

/** Fetches keys and tokens, so that no cell is the first to need them. */
export async function warmUp(harness: Harness): Promise<void> {
  const calls = sampleOperations.map(async (operation) => {
    const succeeds = async () => (await harness.call(operation, harness.nextSample())).status === operation.status;
    // A second deletion of the same draft returns 404.
    if (operation.status !== 204) await vi.waitUntil(succeeds, { timeout: 20_000 });
  });
  await Promise.all(calls);
}

export function toCorrelationId(sample: number): string {
  return `sample-${sample}.`;
}

/** Replaces the system's resolver for `localhost`, so that it can fail. */
function replaceResolver(): { isDown: boolean } {
  const resolver = { isDown: false };
  const { lookup } = dns;
  type Callback = (error: Error | null, address?: string | dns.LookupAddress[], family?: number) => void;
  const resolve = (hostname: string, { all }: dns.LookupOptions, callback: Callback) => {
    const error = new Error(`getaddrinfo ENOTFOUND ${hostname}`);
    if (resolver.isDown) callback(Object.assign(error, { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname }));
    else if (all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
    else callback(null, '127.0.0.1', 4);
  };
  Object.assign(dns, {
    lookup: (hostname: string, ...rest: [dns.LookupOptions, Callback]) =>
      hostname === 'localhost'
        ? process.nextTick(resolve, hostname, ...rest)
        : Reflect.apply(lookup, dns, [hostname, ...rest]),
  });
  return resolver;
}

/** The stack behind chaos proxies, with a date that tests can advance. */
import dns from 'node:dns';
import { vi } from 'vitest';
import type { Clock } from '../../../lib/time/clock.ts';
import { createFastClock } from '../../support/clocks.ts';
import { advanceTime } from '../../support/moving-date.ts';
import { type Stack, startStack, type TestResponse } from '../../support/stack.ts';
import type { ReceivedCall } from '../../testbed/control-client.ts';
import { type Emulators, startEmulators, toLimitSettings } from '../../testbed/emulators.ts';
import type { SentRequest } from '../../testbed/instance.ts';
import { type SampleOperation, sampleOperations } from '../../testbed/sample-operations.ts';

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

/**
 * Starts the harness of one test file; one per process. Each upstream allows one call at a time, so that a test notices a call slot
 * that is not released.
 */
export async function startHarness({ speed = 1, settings = {} }: HarnessOptions = {}): Promise<Harness> {
  const resolver = replaceResolver();
  const clock = createFastClock(speed);
  const emulators = await startEmulators(clock.wallNow);
  const own = { CACHE_TABLE_NAME: 'frontdeskcache', ...toLimitSettings(1), ...settings };
  const stack = await startStack({ clock, emulators, settings: own, expectedAlerts: 'any', expectedReports: /./ });
  await emulators.identity.control('modes', { expiresIn: TEN_YEARS });
  return new Harness({ stack, emulators, resolver, clock, speed });
}

interface Parts {
  readonly stack: Stack;
  readonly emulators: Emulators;
  /** Resolves the upstreams' host name. */
  readonly resolver: { isDown: boolean };
  readonly clock: Clock;
  readonly speed: number;
}

export class Harness {
  readonly emulators: Emulators;
  readonly speed: number;
  /** Frontdesk's request records, and its alerts. */
  readonly log: Stack['log'];
  readonly alerts: Stack['alerts'];
  /** Called by `clearFaults`, for faults that only a test file knows. */
  readonly onClearFaults: (() => unknown)[] = [];
  readonly resolver: Parts['resolver'];
  readonly #stack: Stack;
  readonly #clock: Clock;
  /** Valid for 25 hours after each `send`. */
  #token = '';
  #tokenEndsAt = 0;
  #samples = 0;

  constructor({ stack, emulators, resolver, clock, speed }: Parts) {
    this.emulators = emulators;
    this.resolver = resolver;
    this.speed = speed;
    this.log = stack.log;
    this.alerts = stack.alerts;
    this.#stack = stack;
    this.#clock = clock;
  }

  async #renewToken(): Promise<void> {
    const now = Math.floor(this.#clock.wallNow() / 1000);
    if (this.#tokenEndsAt - now >= MIN_TOKEN_SECONDS) return;
    this.#tokenEndsAt = now + TOKEN_SECONDS;
    this.#token = await this.emulators.issuer.issueToken({ iat: now, nbf: now, exp: this.#tokenEndsAt });
  }

  /** Advances Frontdesk's clock by seconds of that clock. */
  advanceTime(seconds: number): void {
    advanceTime((seconds * 1000) / this.speed);
  }

  /** Sends a request with the harness's token. */
  async send({ method, path, ...request }: SentRequest): Promise<TestResponse> {
    await this.#renewToken();
    return this.#stack.send(method, path, { token: this.#token, ...request });
  }

  /** Calls the operation; `callsOf` finds the sample's upstream calls. */
  call(operation: SampleOperation, sample: number): Promise<TestResponse> {
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

/**
 * Ends an instance within the host's five seconds: the worker's process exits as soon as this returns.
 * Source: azure-functions-nodejs-worker terminateWorker.ts; I11.
 */
import { type Clock, type Deadline, sleep, startDeadline, withTimeout } from '../time/clock.ts';

/** Counts what is in progress, so that a shutdown can wait for it. */
export class InProgress {
  /** True once nothing new may begin. */
  isEnding = false;
  readonly #clock: Clock;
  #count = 0;
  #arrivedAt = Number.NEGATIVE_INFINITY;
  readonly #waiting: (() => void)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds since the last one began; endless before the first. */
  get quietMs(): number {
    return this.#clock.monotonicNow() - this.#arrivedAt;
  }

  track<T>(work: Promise<T>): Promise<T> {
    this.#arrivedAt = this.#clock.monotonicNow();
    this.#count++;
    const end = () => {
      if (--this.#count === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    };
    work.then(end, end);
    return work;
  }

  /** From now on `isEnding` is true. Resolves when nothing is in progress. */
  end(): Promise<void> {
    this.isEnding = true;
    return this.#count === 0 ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/** What an instance ends. */
export interface Ending {
  readonly clock: Clock;
  readonly requests: InProgress;
  readonly telemetry: { flush(): Promise<void>; close(): Promise<void> };
  readonly cache: { settle(): Promise<void> };
  /** `endCalls` rejects every call in progress as `shutting_down`. */
  readonly clients: readonly { endCalls(): void }[];
  readonly connections: readonly { close(): Promise<void> }[];
}

const REQUESTS_MS = 3_800;
/** The host sends requests for a while after it has announced the end. */
const QUIET_MS = 300;
const ALL_MS = 4_600;
/** The worker takes some turns to send a response after its function has returned it. */
const SEND_MS = 100;

/** Refuses new requests until no more arrive, waits for those in progress, ends what remains of them, and closes every connection. */
export async function shutDown({ clock, requests, telemetry, cache, clients, connections }: Ending): Promise<void> {
  const deadline = startDeadline(clock, ALL_MS);
  const flushed = telemetry.flush();
  const requestsDeadline = startDeadline(clock, REQUESTS_MS);
  await waitFor(clock, awaitQuiet(clock, requests, requestsDeadline), requestsDeadline);
  for (const client of clients) client.endCalls();
  // They only have to be rendered and logged.
  await waitFor(clock, requests.end(), startDeadline(clock, SEND_MS));
  const last = [flushed, telemetry.close(), cache.settle(), sleep(clock, SEND_MS)];
  await waitFor(clock, Promise.all(last), deadline);
  await waitFor(clock, Promise.all(connections.map((connection) => connection.close())), deadline);
}

/** Resolves when nothing is in progress, and nothing has arrived for a while; or some time after the deadline. */
async function awaitQuiet(clock: Clock, requests: InProgress, deadline: Deadline): Promise<void> {
  await requests.end();
  while (requests.quietMs < QUIET_MS && deadline.remainingMs() > 0) {
    await sleep(clock, QUIET_MS - requests.quietMs);
    await requests.end();
  }
}

/** Resolves in any case, at the deadline at the latest. */
async function waitFor(clock: Clock, work: Promise<unknown>, deadline: Deadline): Promise<void> {
  await withTimeout(clock, work, deadline.remainingMs(), () => new Error()).catch(() => {});
}

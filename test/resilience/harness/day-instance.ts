/** One of several instances in the test's process: services, memory and system time of its own. */
import type { Operation } from '../../../lib/operation.ts';
import { createServices, type Services } from '../../../lib/services.ts';
import { readSettings } from '../../../lib/settings/read-settings.ts';
import { type Clock, systemClock } from '../../../lib/time/clock.ts';
import { type PlainRequest, serveBy } from '../../support/serve-directly.ts';

export interface DayResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export class DayInstance {
  readonly name: string;
  /** By which the instance's system time differs from the true time, `Date.now()`. */
  wrongByMs: number;
  readonly #services: Services;
  readonly #serve = new Map<Operation, ReturnType<typeof serveBy>>();

  /** The settings are those of the process. Monotonic clocks of machines have no common origin. */
  constructor(name: string, wrongByMs: number, originMs: number) {
    this.name = name;
    this.wrongByMs = wrongByMs;
    const clock: Clock = {
      wallNow: () => Date.now() + this.wrongByMs,
      monotonicNow: () => performance.now() + originMs,
      setTimer: systemClock.setTimer,
    };
    this.#services = createServices(readSettings(), clock, () => {});
  }

  start(): Promise<void> {
    return this.#services.warmUp(() => {});
  }

  async send(operation: Operation, request: PlainRequest): Promise<DayResponse> {
    const serve = this.#serve.get(operation) ?? serveBy(this.#services, operation);
    this.#serve.set(operation, serve);
    const { status, headers, body = '' } = await serve(request);
    return { status, headers, text: Buffer.from(body).toString() };
  }

  /** Resolves when nothing is loaded or written in the background. */
  settle(): Promise<void> {
    return this.#services.cache.settle();
  }

  close(): Promise<void> {
    return this.#services.close();
  }
}

/** One of several instances in the test's process: services, memory and system time of its own. */
import { compileOperation } from '../../../lib/compile-operation.ts';
import type { Operation } from '../../../lib/operation.ts';
import { serve } from '../../../lib/pipeline.ts';
import { createServices, type Services } from '../../../lib/services.ts';
import { readSettings } from '../../../lib/settings/read-settings.ts';
import { type Clock, systemClock } from '../../../lib/time/clock.ts';

export interface DayRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly rawQuery: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

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
  readonly #serve = new Map<Operation, ReturnType<typeof serve>>();
  #requests = 0;

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

  async send(operation: Operation, { params, rawQuery, headers, body }: DayRequest): Promise<DayResponse> {
    const response = await this.#compile(operation)(
      {
        method: operation.method,
        params,
        rawQuery,
        header: (name) => headers[name],
        readBody: async () => Buffer.from(body === undefined ? '' : JSON.stringify(body)),
      },
      `${this.name}-${++this.#requests}`,
      () => {},
    );
    const { status, headers: sent, body: bytes = '' } = response;
    return { status, headers: sent, text: Buffer.from(bytes).toString() };
  }

  /** Resolves when nothing is loaded or written in the background. */
  settle(): Promise<void> {
    return this.#services.cache.settle();
  }

  close(): Promise<void> {
    return this.#services.close();
  }

  #compile(operation: Operation): ReturnType<typeof serve> {
    const known = this.#serve.get(operation);
    if (known) return known;
    const compiled = serve(compileOperation(operation, this.#services.profile), this.#services);
    this.#serve.set(operation, compiled);
    return compiled;
  }
}

/** One step of the demo, and what several steps share. */
import type { Caller, DemoResponse, RequestOptions } from './caller.ts';

export interface Step {
  readonly title: string;
  /** The expected status, or several. */
  readonly expect: number | readonly number[];
  readonly send: (callers: Callers) => Promise<DemoResponse>;
  /** Returns what to print of the response. Throws, or returns undefined, if it is not as expected. */
  readonly describe: (response: DemoResponse) => string | undefined;
}

export interface Callers {
  readonly administrator: Caller;
  /** A user of another tenant. */
  readonly stranger: Caller;
  readonly anonymous: Caller;
}

export function asAdministrator(method: string, target: string, options?: RequestOptions): Step['send'] {
  return ({ administrator }) => administrator.send(method, target, options);
}

/** Returns undefined unless the response came from the cache. */
export function describeHit({ headers }: DemoResponse): string | undefined {
  const status = headers.get('cache-status') ?? '';
  return status.includes('hit') ? `${status}, age ${headers.get('age')} s` : undefined;
}

/** One running host: what it serves, and what it has in flight. */
import type { App } from './core.ts';
import type { CorsPolicy } from './cors.ts';
import type { HostedFunction } from './function-table.ts';
import type { HttpOptions } from './host-json.ts';
import { invokeFunction } from './invoke.ts';
import type { RpcInput } from './rpc.ts';
import type { Timer } from './timer.ts';

export interface Host extends HttpOptions {
  readonly app: App;
  readonly rootDir: string;
  readonly cors: CorsPolicy | undefined;
  readonly functions: readonly HostedFunction[];
  readonly timers: ReadonlyMap<HostedFunction, Timer>;
  readonly inFlight: Set<Promise<unknown>>;
  isClosing: boolean;
}

/** Invokes a function that nobody waits for; a failure is reported. Never throws. */
export async function invokeAndReport(host: Host, hosted: HostedFunction, input: RpcInput): Promise<void> {
  try {
    await invokeFunction(host.app, hosted.registered, input);
  } catch (error) {
    reportFailure(host, `Executed 'Functions.${hosted.name}'`, error);
  }
}

/** Says on one line what failed, and why. */
export function reportFailure({ app }: Host, what: string, error: unknown): void {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  app.report(`[error] ${what} (Failed) ${reason.replace(/\r?\n/g, '\\n')}`);
}

/** Holds the host's close back until the work has ended. */
export async function track<T>({ inFlight }: Host, work: Promise<T>): Promise<T> {
  inFlight.add(work);
  try {
    return await work;
  } finally {
    inFlight.delete(work);
  }
}

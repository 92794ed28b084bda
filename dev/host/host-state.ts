/** The state of a running host, and the invocations in progress. */
import type { App } from './core.ts';
import type { CorsPolicy } from './cors.ts';
import type { HostedFunction } from './function-table.ts';
import { invokeFunction } from './invoke.ts';
import type { RpcInput } from './rpc.ts';

export interface Host {
  readonly app: App;
  readonly cors: CorsPolicy | undefined;
  readonly functions: readonly HostedFunction[];
  readonly inFlight: Set<Promise<unknown>>;
  isClosing: boolean;
  /** Ends one invocation each. */
  readonly endInvocation: Set<() => void>;
}

export function createHost(app: App, functions: Host['functions'], cors: Host['cors']): Host {
  return { app, cors, functions, inFlight: new Set(), isClosing: false, endInvocation: new Set() };
}

/** Invokes a function. Throws what it throws, or when the worker ends before it returns. */
export async function invoke(host: Host, hosted: HostedFunction, input: RpcInput, traceParent?: string) {
  let end = () => {};
  // Not one promise for all invocations: it would keep every result.
  const ended = new Promise<never>((_, reject) => {
    end = () => reject(new Error('The worker ended before the function returned.'));
  });
  host.endInvocation.add(end);
  try {
    return await Promise.race([invokeFunction(host.app, hosted.registered, input, traceParent), ended]);
  } finally {
    host.endInvocation.delete(end);
  }
}

/** Invokes a function without a caller; a failure is reported. Never throws. */
export async function invokeAndReport(host: Host, hosted: HostedFunction, input: RpcInput): Promise<void> {
  try {
    await invoke(host, hosted, input);
  } catch (error) {
    reportFailure(host, `Executed 'Functions.${hosted.name}'`, error);
  }
}

/** Reports a failure and its reason on one line. */
export function reportFailure({ app }: Host, what: string, error: unknown): void {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  app.report(`[error] ${what} (Failed) ${reason.replace(/\r?\n/g, '\\n')}`);
}

/** Delays the close of the host until the work has ended. */
export async function track<T>({ inFlight }: Host, work: Promise<T>): Promise<T> {
  inFlight.add(work);
  try {
    return await work;
  } finally {
    inFlight.delete(work);
  }
}

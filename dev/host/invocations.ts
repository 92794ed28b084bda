/**
 * The state of a running host, and its invocations through the programming model of `@azure/functions`.
 * Source: azure-functions-nodejs-worker InvocationHandler.ts.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type App, getProgrammingModel, writeLog } from './core.ts';
import type { CorsPolicy } from './cors.ts';
import type { HostedFunction } from './function-table.ts';
import {
  type CoreInvocationContext,
  type FunctionMetadata,
  isTrigger,
  type RpcInput,
  type RpcReturnValue,
} from './rpc.ts';

export interface Host {
  readonly app: App;
  readonly cors: CorsPolicy | undefined;
  readonly functions: readonly HostedFunction[];
  /** How long a body may arrive slowly. */
  readonly bodyGraceMs: number;
  /** Invocations, and responses that are being sent. */
  readonly inFlight: Set<Promise<unknown>>;
  /** Responses that have not been sent completely. */
  readonly unsent: Set<ServerResponse>;
}

/** Reports the failure of an invocation on one line: host.json decides whether it leaves the host. */
export function reportFailure({ app }: Host, name: string, error: unknown): void {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  writeLog(app, 'error', `Function.${name}`, `Executed 'Functions.${name}' (Failed) ${reason}`);
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

/**
 * Invokes a function and returns its result as converted by the library. Throws what the handler or the conversion
 * throws.
 */
export async function invoke(
  { app }: Host,
  { registered: { metadata, callback } }: HostedFunction,
  input: RpcInput,
  callerTraceParent?: string,
): Promise<RpcReturnValue | undefined> {
  const model = await getProgrammingModel()?.getInvocationModel(
    createCoreContext(app, metadata, input, callerTraceParent),
  );
  if (!model) throw new Error('The app has set no programming model.');
  const { context, inputs } = await model.getArguments();
  const result = await model.invokeFunction(context, inputs, callback);
  const { returnValue } = await model.getResponse(context, result);
  return returnValue ?? undefined;
}

function createCoreContext(
  app: App,
  metadata: FunctionMetadata,
  input: RpcInput,
  callerTraceParent: string | undefined,
): CoreInvocationContext {
  const invocationId = randomUUID();
  const bindings = Object.entries(metadata.bindings);
  const [triggerName = ''] = bindings.find(([, binding]) => isTrigger(binding)) ?? [];
  return {
    invocationId,
    request: {
      invocationId,
      inputData: [{ name: triggerName, data: input }],
      triggerMetadata: {},
      traceContext: { traceParent: continueTrace(callerTraceParent), traceState: '' },
    },
    metadata: {
      name: metadata.name,
      // The host returns only these members of a binding (BindingInfo of its protocol).
      bindings: Object.fromEntries(
        bindings.map(([name, { type, direction, properties = {} }]) => [name, { type, direction, properties }]),
      ),
    },
    log: (level, category, message) =>
      writeLog(app, level, `Function.${metadata.name}${category === 'user' ? '.User' : ''}`, message),
  };
}

/** Returns the caller's trace with a new span, or a new trace (W3C Trace Context). */
function continueTrace(callerTraceParent = ''): string {
  const [, traceId, flags] =
    /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})$/.exec(callerTraceParent) ?? [];
  return `00-${traceId ?? randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-${flags ?? '00'}`;
}

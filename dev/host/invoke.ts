/**
 * Runs one invocation through the programming model of `@azure/functions`, with the app's hooks around it.
 * Source: azure-functions-nodejs-worker InvocationHandler.ts.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { type App, getProgrammingModel, runHooks, writeLog } from './core.ts';
import type { CoreInvocationContext, FunctionMetadata, RegisteredFunction, RpcInput, RpcReturnValue } from './rpc.ts';

/**
 * Invokes a function and answers what it returned, converted by the library.
 * Throws what the handler, a hook or the conversion throws.
 */
export async function invokeFunction(
  app: App,
  { metadata, callback }: RegisteredFunction,
  input: RpcInput,
  callerTraceParent?: string,
): Promise<RpcReturnValue | undefined> {
  const core = createCoreContext(app, metadata, input, callerTraceParent);
  const model = await getProgrammingModel()?.getInvocationModel(core);
  if (!model) {
    throw new Error('The app has set no programming model.');
  }
  const { context, inputs } = await model.getArguments();
  const readOnly = { hookData: {}, appHookData: app.hookData.appHookData, invocationContext: context };

  const before = withReadOnly(readOnly, { inputs, functionCallback: callback });
  core.state = 'preInvocationHooks';
  await runHooks(app, 'preInvocation', before);

  const after = withReadOnly(readOnly, { inputs: before.inputs, result: null as unknown, error: null as unknown });
  core.state = 'invocation';
  try {
    after.result = await model.invokeFunction(context, before.inputs, before.functionCallback);
  } catch (error) {
    after.error = error;
  }
  core.state = 'postInvocationHooks';
  await runHooks(app, 'postInvocation', after);
  core.state = undefined;

  if (after.error !== null && after.error !== undefined) {
    throw after.error;
  }
  const { returnValue } = await model.getResponse(context, after.result);
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
  const [triggerName = ''] = bindings.find(([, { type }]) => /trigger$/i.test(type)) ?? [];
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
      // The host sends back no more of a binding than this (BindingInfo of its protocol).
      bindings: Object.fromEntries(
        bindings.map(([name, { type, direction, properties = {} }]) => [name, { type, direction, properties }]),
      ),
    },
    state: undefined,
    log: (level, category, message) => writeLog(app, level, category, message),
  };
}

/** The caller's trace with a span of our own, or a new trace (W3C Trace Context). */
function continueTrace(callerTraceParent = ''): string {
  const [, traceId, flags] =
    /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})$/.exec(callerTraceParent) ?? [];
  return `00-${traceId ?? randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-${flags ?? '00'}`;
}

/** A hook may change `members` and not the rest: writing to a read-only one throws. */
function withReadOnly<M extends object>(readOnly: object, members: M): M {
  const descriptors = Object.entries(readOnly).map(([name, value]) => [name, { value, enumerable: true }] as const);
  return Object.defineProperties({ ...members }, Object.fromEntries(descriptors));
}

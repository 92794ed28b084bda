/**
 * An invocation model for the functions that serve operations: it passes the worker's messages to the pipeline without the Fetch
 * objects that the library builds, which cost several times what an operation does (docs/decisions.md#direct-invocation). Pages keep the library's
 * model. A message of an unexpected shape switches everything back to the library for good.
 * Source: azure-functions-nodejs-worker types-core/index.d.ts; @azure/functions src/InvocationModel.ts, converters/toRpcHttp.ts.
 */
import { createRequire } from 'node:module';
// The default import: Node does not find the library's classes as named exports.
import functions, { type HttpResponseInit, type InvocationContext } from '@azure/functions';
import { isJsonObject } from '../contracts/json-object.ts';
import { limitBody, type RequestMessage, type ResponseMessage } from '../http/message.ts';

type Mapping = Readonly<Record<string, { readonly value?: string | null } | null>>;

/** The worker's HTTP request; header names are in lower case. */
interface RpcHttpRequest {
  readonly url: string;
  readonly method: string;
  readonly nullableHeaders: Mapping;
  readonly nullableParams: Mapping;
  readonly body?: { readonly bytes?: Uint8Array; readonly string?: string } | null;
}

interface CoreContext {
  readonly invocationId: string;
  readonly metadata: { readonly name: string };
  readonly request: {
    readonly inputData?: readonly { readonly data?: { readonly http?: unknown } | null }[] | null;
    readonly traceContext?: { readonly traceParent?: string | null; readonly traceState?: string | null } | null;
  };
  log(level: string, category: 'user', message: string): void;
}

interface InvocationModel {
  getArguments(): Promise<{ readonly context: InvocationContext; readonly inputs: unknown[] }>;
  invokeFunction(context: InvocationContext, inputs: unknown[], handler: Handler): Promise<unknown>;
  getResponse(context: InvocationContext, result: unknown): Promise<unknown>;
}

interface ProgrammingModel {
  readonly name: string;
  readonly version: string;
  getInvocationModel(context: CoreContext): InvocationModel;
  getCapabilities?(defaults: object): unknown;
}

/** The worker's own module; no package contains it. */
interface Core {
  getProgrammingModel?(): ProgrammingModel;
  setProgrammingModel?(model: ProgrammingModel): void;
}

type Handler = (...inputs: unknown[]) => unknown;

/** Returns what a handler receives instead of the library's HttpRequest. */
function toMessage(http: RpcHttpRequest, hostTraceParent: string | undefined): RequestMessage {
  const params: Record<string, string> = {};
  for (const name in http.nullableParams) params[name] = http.nullableParams[name]?.value ?? '';
  const { bytes, string = '' } = http.body ?? {};
  return {
    method: http.method,
    params,
    rawQuery: readRawQuery(http.url),
    hostTraceParent,
    header: (name) => http.nullableHeaders[name]?.value?.trim(),
    readBody: async (maxBytes) => limitBody(bytes ?? Buffer.from(string), maxBytes),
  };
}

/** A response for both models. One to a HEAD has no body. */
export class WorkerResponse implements HttpResponseInit {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body?: Uint8Array | string;

  constructor({ status, headers, body }: ResponseMessage, method: string) {
    this.status = status;
    this.headers = headers;
    if (body !== undefined && method !== 'HEAD') this.body = body;
  }
}

/**
 * Serves the named functions by this model where the worker allows it; their handlers then receive a RequestMessage.
 * `onFallback` is called once, when a message of the worker has an unexpected shape and the library takes over for good.
 */
export function invokeDirectly(functionNames: ReadonlySet<string>, onFallback: () => void): void {
  const core = findCore();
  const library = core?.getProgrammingModel?.();
  if (library === undefined) return;
  let isOn = true;
  core?.setProgrammingModel?.({
    name: library.name,
    version: library.version,
    ...(library.getCapabilities && { getCapabilities: (defaults) => library.getCapabilities?.(defaults) }),
    getInvocationModel(context) {
      const toLibrary = () => library.getInvocationModel(context);
      if (!isOn || !functionNames.has(context.metadata?.name)) return toLibrary();
      const http = context.request?.inputData?.[0]?.data?.http;
      if (isRpcHttpRequest(http)) return toInvocation(context, http, toLibrary);
      isOn = false;
      onFallback();
      return toLibrary();
    },
  });
}

function toInvocation(core: CoreContext, http: RpcHttpRequest, toLibrary: () => InvocationModel): InvocationModel {
  const { invocationId, metadata, request } = core;
  return {
    async getArguments() {
      const { traceParent, traceState } = request.traceContext ?? {};
      const context = new functions.InvocationContext({
        invocationId,
        functionName: metadata.name,
        traceContext: { traceParent: traceParent ?? '', traceState: traceState ?? '' },
        logHandler: (level, ...texts) => core.log(level, 'user', texts.join(' ')),
      });
      return { context, inputs: [toMessage(http, traceParent ?? undefined)] };
    },
    invokeFunction: async (context, inputs, handler) => handler(...inputs, context),
    /** A postInvocation hook may have replaced the result; the library converts that one. */
    async getResponse(context, result) {
      if (!(result instanceof WorkerResponse)) return toLibrary().getResponse(context, result);
      const { status, headers, body = '' } = result;
      const bytes = typeof body === 'string' ? Buffer.from(body) : body;
      const http = {
        statusCode: String(status),
        headers,
        cookies: [],
        enableContentNegotiation: false,
        body: { bytes },
      };
      return { invocationId, outputData: [], returnValue: { http } };
    },
  };
}

function isRpcHttpRequest(http: unknown): http is RpcHttpRequest {
  if (!isJsonObject(http) || typeof http['url'] !== 'string' || typeof http['method'] !== 'string') return false;
  const body = http['body'] ?? {};
  const isBody = isJsonObject(body) && (body['bytes'] === undefined || body['bytes'] instanceof Uint8Array);
  return isBody && isMapping(http['nullableHeaders']) && isMapping(http['nullableParams']);
}

/** Checks the first entry only, because all have one shape. */
function isMapping(mapping: unknown): mapping is Mapping {
  if (!isJsonObject(mapping)) return false;
  for (const name in mapping) return mapping[name] === null || typeof mapping[name] === 'object';
  return true;
}

function findCore(): Core | undefined {
  try {
    return createRequire(import.meta.url)('@azure/functions-core') as Core;
  } catch {
    return undefined;
  }
}

/** Returns the query of a URL, encoded: the host's own mapping joins repeated names into one value. */
export function readRawQuery(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : (url.slice(at + 1).split('#', 1)[0] as string);
}

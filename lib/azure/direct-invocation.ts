/**
 * An invocation model of our own for the functions that serve operations: the host's messages become the pipeline's, without the
 * Fetch objects that the library puts between, which cost several times what an operation does (ADR 10). Pages, timers and the
 * warm-up keep the library's model, and so does everything where the worker gives less than is asked of it here.
 * Source: azure-functions-nodejs-worker types-core/index.d.ts; @azure/functions src/InvocationModel.ts, converters/toRpcHttp.ts.
 */
import { createRequire } from 'node:module';
// By its default export: Node's reader of CommonJS does not see the names of its classes.
import functions, { type HttpResponseInit, type InvocationContext } from '@azure/functions';
import type { RequestMessage, ResponseMessage } from '../http/message.ts';
import { Problem } from '../http/problem.ts';

type Mapping = Readonly<Record<string, { readonly value?: string | null } | null>>;

/** What the worker hands over of an HTTP request; names of headers in lower case. */
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
    readonly inputData?: readonly { readonly data?: { readonly http?: RpcHttpRequest | null } | null }[] | null;
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

/** The worker's own module: in no package, there when an app is loaded. */
interface Core {
  getProgrammingModel?(): ProgrammingModel;
  setProgrammingModel?(model: ProgrammingModel): void;
}

type Handler = (...inputs: unknown[]) => unknown;

/** What a handler gets in the place of the library's request. */
export class WorkerRequest implements RequestMessage {
  readonly method: string;
  readonly params: Readonly<Record<string, string>>;
  readonly rawQuery: string;
  readonly hostTraceParent: string | undefined;
  readonly #http: RpcHttpRequest;

  constructor(http: RpcHttpRequest, hostTraceParent: string | undefined) {
    this.#http = http;
    this.method = http.method;
    this.params = toValues(http.nullableParams);
    this.rawQuery = readRawQuery(http.url);
    this.hostTraceParent = hostTraceParent;
  }

  header(name: string): string | undefined {
    return this.#http.nullableHeaders[name]?.value?.trim();
  }

  async readBody(maxBytes: number): Promise<Uint8Array> {
    const { bytes, string = '' } = this.#http.body ?? {};
    return limitBody(bytes ?? Buffer.from(string), maxBytes);
  }
}

/** A reply that either model can hand over. */
export class WorkerResponse implements HttpResponseInit {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body?: Uint8Array | string;

  constructor({ status, headers, body }: ResponseMessage) {
    this.status = status;
    this.headers = headers;
    if (body !== undefined) this.body = body;
  }
}

const direct = new Set<string>();

/** Has a function invoked by this model, where the worker allows it; its handler then gets a DirectRequest. */
export function invokeDirectly(functionName: string): void {
  if (direct.size === 0) install(findCore());
  direct.add(functionName);
}

function install(core: Core | undefined): void {
  const library = core?.getProgrammingModel?.();
  if (library === undefined) return;
  core?.setProgrammingModel?.({
    name: library.name,
    version: library.version,
    ...(library.getCapabilities && { getCapabilities: (defaults) => library.getCapabilities?.(defaults) }),
    getInvocationModel(context) {
      const http = direct.has(context.metadata.name) ? context.request.inputData?.[0]?.data?.http : undefined;
      // A streamed request comes another way.
      return http?.nullableHeaders ? new DirectInvocation(context, http, library) : library.getInvocationModel(context);
    },
  });
}

class DirectInvocation implements InvocationModel {
  readonly #core: CoreContext;
  readonly #http: RpcHttpRequest;
  readonly #library: ProgrammingModel;

  constructor(core: CoreContext, http: RpcHttpRequest, library: ProgrammingModel) {
    this.#core = core;
    this.#http = http;
    this.#library = library;
  }

  async getArguments() {
    const { invocationId, metadata, request } = this.#core;
    const { traceParent, traceState } = request.traceContext ?? {};
    const context = new functions.InvocationContext({
      invocationId,
      functionName: metadata.name,
      traceContext: { ...(traceParent ? { traceParent } : {}), ...(traceState ? { traceState } : {}) },
      logHandler: (level, ...texts) => this.#core.log(level, 'user', texts.join(' ')),
    });
    return { context, inputs: [new WorkerRequest(this.#http, traceParent ?? undefined)] };
  }

  async invokeFunction(context: InvocationContext, inputs: unknown[], handler: Handler): Promise<unknown> {
    return handler(...inputs, context);
  }

  /** A hook may have put another result in the place of ours: that is the library's to convert. */
  async getResponse(context: InvocationContext, result: unknown): Promise<unknown> {
    if (!(result instanceof WorkerResponse))
      return this.#library.getInvocationModel(this.#core).getResponse(context, result);
    const { status, headers, body = '' } = result;
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    const http = { statusCode: String(status), headers, cookies: [], enableContentNegotiation: false, body: { bytes } };
    return { invocationId: this.#core.invocationId, outputData: [], returnValue: { http } };
  }
}

function findCore(): Core | undefined {
  try {
    return createRequire(import.meta.url)('@azure/functions-core') as Core;
  } catch {
    return undefined;
  }
}

function toValues(mapping: Mapping): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name in mapping) values[name] = mapping[name]?.value ?? '';
  return values;
}

/** Answers the content; throws Problem `content_too_large`, for body that was not even read as well. */
export function limitBody(body: Uint8Array | undefined, maxBytes: number): Uint8Array {
  if (body !== undefined && body.byteLength <= maxBytes) return body;
  throw new Problem('content_too_large', { message: `The content must not be larger than ${maxBytes} bytes.` });
}

/** The query as it stands in the address: the host's own mapping joins repeated names into one value. */
export function readRawQuery(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : (url.slice(at + 1).split('#', 1)[0] as string);
}

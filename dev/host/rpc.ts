/**
 * The messages between the host and `@azure/functions`. Source: azure-functions-nodejs-worker, types-core/index.d.ts.
 */

export type LogLevel = 'trace' | 'debug' | 'information' | 'warning' | 'error' | 'critical' | 'none';
export type LogCategory = 'user' | 'system' | 'customMetric';

/** A trigger or an output, as composed by `app.http` … from their options. */
export interface Binding {
  readonly type: string;
  readonly direction: string;
  readonly properties?: Readonly<Record<string, string>>;
  readonly route?: string;
  readonly methods?: readonly string[];
  readonly authLevel?: string;
}

export function isTrigger({ type }: Binding): boolean {
  return type.endsWith('Trigger');
}

export interface FunctionMetadata {
  readonly name: string;
  readonly bindings: Readonly<Record<string, Binding>>;
  readonly retryOptions?: object;
}

export type FunctionCallback = (...args: unknown[]) => unknown;

export interface RegisteredFunction {
  readonly metadata: FunctionMetadata;
  readonly callback: FunctionCallback;
}

export type RpcMapping = Record<string, { readonly value: string }>;

export interface RpcHttpRequest {
  readonly url: string;
  readonly method: string;
  readonly body?: { readonly bytes: Uint8Array };
  readonly nullableHeaders: RpcMapping;
  readonly nullableParams: RpcMapping;
  readonly nullableQuery: RpcMapping;
}

export interface RpcHttpResponse {
  readonly statusCode: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly object[];
  readonly body?: { readonly bytes: Uint8Array };
}

/** The input of an invocation. */
export interface RpcInput {
  readonly http: RpcHttpRequest;
}

/** The result of an invocation; `http` is its HTTP response. */
export interface RpcReturnValue {
  readonly http?: RpcHttpResponse;
}

export interface CoreInvocationContext {
  readonly invocationId: string;
  readonly request: {
    readonly invocationId: string;
    readonly inputData: readonly { readonly name: string; readonly data: RpcInput }[];
    readonly triggerMetadata: Readonly<Record<string, never>>;
    readonly traceContext: { readonly traceParent: string; readonly traceState: string };
  };
  readonly metadata: FunctionMetadata;
  log(level: LogLevel, category: LogCategory, message: string): void;
}

interface InvocationModel {
  getArguments(): Promise<{ readonly context: unknown; readonly inputs: unknown[] }>;
  invokeFunction(context: unknown, inputs: unknown[], callback: FunctionCallback): Promise<unknown>;
  getResponse(context: unknown, result: unknown): Promise<{ readonly returnValue?: RpcReturnValue | null }>;
}

export interface ProgrammingModel {
  readonly name: string;
  readonly version: string;
  getInvocationModel(context: CoreInvocationContext): InvocationModel | Promise<InvocationModel>;
  getCapabilities?(defaults: Record<string, string>): Promise<Record<string, string | undefined>>;
}

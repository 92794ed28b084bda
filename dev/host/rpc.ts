/** Shapes that pass between the host and `@azure/functions`. Source: azure-functions-nodejs-worker, types-core/index.d.ts. */

export type LogLevel = 'trace' | 'debug' | 'information' | 'warning' | 'error' | 'critical' | 'none';
export type LogCategory = 'user' | 'system' | 'customMetric';

/** One member of a trigger or output: what `app.http`, `app.timer` … turn their options into. */
export interface Binding {
  readonly type: string;
  readonly direction: string;
  readonly properties?: Readonly<Record<string, string>>;
  readonly route?: string;
  readonly methods?: readonly string[];
  readonly schedule?: string;
  readonly runOnStartup?: boolean;
}

export interface FunctionMetadata {
  readonly name: string;
  readonly functionId?: string;
  readonly bindings: Readonly<Record<string, Binding>>;
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

export interface RpcCookie {
  readonly name: string;
  readonly value: string;
  readonly domain?: { readonly value: string };
  readonly path?: { readonly value: string };
  /** Seconds since the epoch. */
  readonly expires?: { readonly value: { readonly seconds: number } };
  readonly secure?: { readonly value: boolean };
  readonly httpOnly?: { readonly value: boolean };
  readonly sameSite?: 'none' | 'lax' | 'strict' | 'explicitNone';
  /** Seconds. */
  readonly maxAge?: { readonly value: number };
}

export interface RpcHttpResponse {
  readonly statusCode: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly RpcCookie[];
  readonly body?: { readonly bytes: Uint8Array };
}

/** What triggers an invocation: exactly one member is set. */
export interface RpcInput {
  readonly http?: RpcHttpRequest;
  readonly json?: string;
  readonly string?: string;
}

/** What an invocation returns; without `http` there is no HTTP answer. */
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
  state: 'preInvocationHooks' | 'invocation' | 'postInvocationHooks' | undefined;
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

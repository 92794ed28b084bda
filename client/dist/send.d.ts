import type { CallOptions, ClientOptions, OperationName, ProfileName, ResponseOf } from './types.ts';
interface RoutedOperation {
    readonly name: OperationName;
    readonly method: string;
    readonly path: string;
    readonly query: readonly string[];
    readonly apiVersion?: string;
}
export type AnyInput = Readonly<Record<string, unknown>>;
export type AnyCall = (input: AnyInput, options?: CallOptions) => Promise<ResponseOf<number, unknown>>;
export declare function send(options: ClientOptions<ProfileName>, operation: RoutedOperation, input: AnyInput, callOptions: CallOptions): Promise<ResponseOf<number, unknown>>;
/** Rejects when `signal` aborts. */
export declare function sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
/** Returns undefined for a text that is not JSON. */
export declare function parseJson(text: string): unknown;
export {};

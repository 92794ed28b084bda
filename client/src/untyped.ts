/** Calls as the code behind the typed methods has them: the types are checked where a person writes a call. */
import type { CallOptions, OperationName, ResponseOf } from './types.ts';

export interface RoutedOperation {
  readonly name: OperationName;
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly apiVersion?: string;
}

export type AnyInput = Readonly<Record<string, unknown>>;
export type AnyResponse = ResponseOf<number, unknown>;
export type AnyCall = (input: AnyInput, options?: CallOptions) => Promise<AnyResponse>;

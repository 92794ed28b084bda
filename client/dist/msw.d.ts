/** Handlers for Mock Service Worker, made from the examples of the OpenAPI documents. Needs the package `msw`. */
import { type HttpHandler } from 'msw';
import type { ProfileName } from './types.ts';
/** A success of one operation. */
export interface Example {
    readonly method: 'get' | 'put' | 'post' | 'delete';
    readonly path: string;
    readonly status: number;
    /** Absent: the response has none. */
    readonly body?: unknown;
    /** Says how long it stays fresh, and is revalidated by its entity tag. */
    readonly isStored?: boolean;
}
export interface HandlerOptions {
    /** Names of the paths and bodies. `vendor` by default. */
    readonly profile?: ProfileName;
}
/**
 * Returns a handler for each operation. A list has a next page, which is empty and the last; the parts of a batch get what they would
 * get alone. A handler of your own that comes first replaces one of these.
 */
export declare function handlers(baseUrl: string, { profile }?: HandlerOptions): HttpHandler[];

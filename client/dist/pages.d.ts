/** Walks the pages of a list. */
import type { AnyCall, AnyInput } from './send.ts';
import type { CallOptions } from './types.ts';
/** Uses only the page token of a link: every page is requested from `baseUrl`. */
export declare function createPager(call: AnyCall): {
    pages: (input: AnyInput, options?: CallOptions) => AsyncGenerator<unknown, void, unknown>;
    items: (input: AnyInput, options?: CallOptions) => AsyncGenerator<unknown, void, unknown>;
};

/** Walks the pages of a list. */
import type { CallOptions } from './types.ts';
import type { AnyCall, AnyInput } from './untyped.ts';

/** Uses only the page token of a link: every page is requested from `baseUrl`. */
export function createPager(call: AnyCall) {
  async function* pages(input: AnyInput, options?: CallOptions) {
    let $skipToken = input['$skipToken'];
    do {
      const { body } = await call({ ...input, $skipToken }, options);
      yield body;
      $skipToken = readPageToken(body);
    } while ($skipToken);
  }
  async function* items(input: AnyInput, options?: CallOptions) {
    for await (const page of pages(input, options)) yield* (page as { readonly value: readonly unknown[] }).value;
  }
  return { pages, items };
}

/** Returns the token of the next page; undefined on the last one. */
export function readPageToken(page: unknown): string | undefined {
  const { nextLink, '@odata.nextLink': odataLink } = (page ?? {}) as {
    readonly nextLink?: string | null;
    readonly '@odata.nextLink'?: string | null;
  };
  const query = (nextLink ?? odataLink)?.split('?')[1];
  return new URLSearchParams(query).get('$skipToken') ?? undefined;
}

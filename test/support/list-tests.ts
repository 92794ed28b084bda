/** Reads lists, and declares what every list of the management API does, whatever it lists. */
import { expect, it } from 'vitest';
import type * as z from 'zod';
import { managed, resourceGroup, subscriptions } from '../../dev/seed.ts';
import type { Stack, TestRequest, TestResponse } from './stack.ts';

export const subscription = `/subscriptions/${subscriptions.contoso}`;
export const service = `${subscription}/resourceGroups/${resourceGroup}/providers/Vendor.ApiManagement/service/${managed.service}`;

export const namesOf = ({ json }: TestResponse): string[] => json.value.map(({ name }: { name: string }) => name);

/** Returns all pages, following the links as a client does. */
export async function readPages(stack: Stack, first: string, request: TestRequest = {}): Promise<TestResponse[]> {
  const pages: TestResponse[] = [];
  for (let path: string | undefined = first; path; ) {
    const page: TestResponse = await stack.send('GET', path, request);
    expect(page.status).toBe(200);
    pages.push(page);
    path = (page.json.nextLink ?? page.json['@odata.nextLink'])?.slice(stack.url.length);
  }
  return pages;
}

/** Returns the names on all pages. */
export async function readAll(stack: Stack, first: string, schema: z.ZodType): Promise<string[]> {
  const pages = await readPages(stack, first);
  for (const { json, text } of pages) {
    schema.parse(json);
    expect(text).not.toContain(new URL(stack.upstream.url).host);
  }
  return pages.flatMap(namesOf);
}

interface ListCase {
  /** Its rule. */
  readonly rule: string;
  /** With the api-version. */
  readonly path: string;
  /** If responses are stored: the same list by a path that no other test has. */
  readonly unstored?: string;
  readonly schema: z.ZodType;
  readonly page: { readonly size: number; readonly count: number; readonly total: number };
  /** Creates what the list needs. */
  readonly prepare?: () => Promise<unknown>;
}

export function testList(stack: Stack, { rule, path, unstored = path, schema, page, prepare }: ListCase): void {
  it(`the list is read to its last page (${rule}, C-39)`, async () => {
    await prepare?.();
    await stack.upstream.control('modes', { pageSize: page.size });
    expect(new Set(await readAll(stack, unstored, schema)).size).toBe(page.total);
    const calls = (await stack.upstream.calls()).filter(({ method }) => method === 'GET');
    expect(calls).toHaveLength(page.count);
  });
}

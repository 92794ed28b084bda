/** The examples of operations that have no emulation of their own: examples/<operation>.json, written by `npm run add-operation` or `npm run generate`. */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ApiName, findApi } from './apis.ts';
import type { ArmResource } from './entities.ts';
import { asArray, asObject, isObject, type Json, type JsonObject } from './json.ts';
import { type ProfileNames, profileNames } from './profiles.ts';

export interface Example {
  readonly operation: string;
  /** What a published definition says of it. */
  readonly description?: string;
  readonly api: ApiName;
  readonly method: string;
  /** Template below the API's base path, in the names of the vendor. */
  readonly path: string;
  /** Any is supported; none is required if there are none. */
  readonly apiVersions?: readonly string[];
  readonly request: {
    readonly params: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: Json;
  };
  readonly response: {
    readonly status: number;
    readonly body?: JsonObject;
    /** JSON Schema of the body; the example says what it looks like when absent. */
    readonly schema?: JsonObject;
  };
  /** Members that the published definition refuses; without a value the member is missing. */
  readonly refused?: readonly { readonly path: readonly string[]; readonly value?: Json }[];
}

export const EXAMPLES_FOLDER = join(import.meta.dirname, 'examples');

/** Returns the examples in the names of a cloud. */
export function readExamples(
  { namespace, graphType, documentsSegment }: ProfileNames = profileNames.vendor,
): Example[] {
  if (!existsSync(EXAMPLES_FOLDER)) return [];
  return readdirSync(EXAMPLES_FOLDER).map((file) => {
    const text = readFileSync(join(EXAMPLES_FOLDER, file), 'utf8')
      .replaceAll('Vendor.', `${namespace}.`)
      .replaceAll('#vendor.graph', graphType)
      .replaceAll('/vendor-docs/', `/${documentsSegment}/`);
    return { operation: file.replace('.json', ''), ...JSON.parse(text) };
  });
}

/** Elements of a list, so that it has pages. */
const LISTED = 7;

/** Returns the resources of the examples by their paths in lower case. */
export function seedExamples(names: ProfileNames): ReadonlyMap<string, ArmResource> {
  const examples = readExamples(names).map((example) => {
    const { path, api, request, response } = example;
    const own = fill(path, request.params);
    const list = response.body && readList(response.body);
    const elements = list && listElements(list).map((element) => [toElementPath(own, element, api), element] as const);
    const isResource = !list && example.method !== 'POST';
    return { elements, own: isResource ? [[own, asObject(response.body ?? request.body)] as const] : [] };
  });
  // An element of the list is taken to be as a read shows it.
  const seeds = [...examples.flatMap(({ elements = [] }) => elements), ...examples.flatMap(({ own }) => own)];
  return new Map(seeds.map(([path, body]) => [path.toLowerCase(), { etag: randomUUID(), body }]));
}

export function readList(body: JsonObject): readonly JsonObject[] | undefined {
  return Array.isArray(body['value']) ? asArray(body['value']).filter(isObject) : undefined;
}

/** Returns the elements, and copies with other names where they are few. */
function listElements(elements: readonly JsonObject[]): JsonObject[] {
  const [first] = elements;
  if (!first) return [];
  const copies = Array.from({ length: Math.max(0, LISTED - elements.length) }, (_, at) => {
    const changed = ['id', 'name', 'displayName'].filter((name) => typeof first[name] === 'string');
    return { ...first, ...Object.fromEntries(changed.map((name) => [name, numberText(String(first[name]), at + 2)])) };
  });
  return [...elements, ...copies];
}

/** Returns another text of the same form: a GUID with another end, a name with a number. */
function numberText(text: string, number: number): string {
  const digits = String(number);
  return /-[\da-f]{12}$/i.test(text) ? text.slice(0, -digits.length) + digits : `${text}-${number}`;
}

function toElementPath(collection: string, element: JsonObject, api: ApiName): string {
  if (api === 'arm') return `${collection}/${element['name'] ?? String(element['id']).split('/').at(-1)}`;
  return findApi(api).hasKeysInParentheses ? `${collection}(${element['id']})` : `${collection}/${element['id']}`;
}

export function fill(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
}

/** Reads an operation from a published definition: OpenAPI 2 or 3, a file, or a folder of files and versions. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { $RefParser } from '@apidevtools/json-schema-ref-parser';
import { CliError } from '../access/cli.ts';

/** A part of a definition. */
// biome-ignore lint/suspicious/noExplicitAny: a document that nothing has checked
export type Part = Readonly<Record<string, any>>;
/** A schema, and the name under which it was referred to. */
export type Named = { readonly name?: string; readonly value: Part };
export type Published = Awaited<ReturnType<typeof readDefinition>>;

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** @throws CliError if no file has the operation, or Frontdesk cannot serve it. */
export async function readDefinition(path: string, id: string) {
  const file = findFile(resolve(path), id);
  const parser = new $RefParser();
  // A file that is missing matters only if the operation refers to it.
  await parser.resolve(file, { continueOnError: true }).catch(() => undefined);
  const files = Object.entries(parser.$refs.values()) as [string, Part][];
  for (const [name, content] of files) makeAbsolute(content, name);
  /** All of the definition's files: they may be kinds of another. */
  const schemas = files.flatMap(([, { definitions, components }]) =>
    Object.entries<Part>({ ...definitions, ...components?.schemas }).map(([name, value]) => ({ name, value })),
  );
  const document = parser.$refs.get(file) as Part;
  // Of OpenAPI 3 the server's path belongs to the address of the upstream.
  const pattern = String(document['x-ms-parameterized-host']?.hostTemplate ?? '').replace(/^(?:https?:\/\/)?[^/]*/, '');
  const base = pattern + String(document['basePath'] ?? '').replace(/\/$/, '');
  for (const [template, item] of Object.entries<Part>(document['paths'] ?? {})) {
    const method = METHODS.find((each) => item[each]?.operationId === id);
    if (method)
      return {
        document,
        schemas,
        method: method.toUpperCase(),
        path: base + template,
        ...toParts(item, method, parser),
      };
  }
  throw new CliError(`${file} has no operation ${id}.`, 2);
}

/** Of a folder, the file of the newest version that is not a preview. */
function findFile(path: string, id: string): string {
  if (statSync(path).isFile()) return path;
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  const having = names
    .filter((name) => /^(?!.*\bexamples\b).*\.(?:json|ya?ml)$/.test(name))
    .filter((name) => new RegExp(`operationId"?: "?${id}\\b`).test(readFileSync(join(path, name), 'utf8')));
  const toRank = (name: string) => `${/preview/.test(name) ? 0 : 1} ${/\d{4}-\d\d-\d\d/.exec(name)?.[0] ?? ''}`;
  const [newest] = having.toSorted((one, other) => (toRank(one) < toRank(other) ? 1 : -1));
  if (!newest) throw new CliError(`No file below ${path} has the operation ${id}.`, 2);
  return join(path, newest);
}

/** Makes every reference of a file an address that needs no file. */
function makeAbsolute(part: Record<string, unknown>, file: string): void {
  for (const [name, value] of Object.entries(part ?? {})) {
    if (typeof value === 'object') makeAbsolute(value as Record<string, unknown>, file);
    if (typeof value !== 'string' || !(name === '$ref' || value.startsWith('#/'))) continue;
    const [path, pointer] = value.split('#');
    const own = path ? resolve(dirname(file), decodeURIComponent(path)) : file;
    part[name] = pointer ? `${own}#${pointer}` : own;
  }
}

/** Follows references, and merges what a schema is all of. The discriminator of a parent is not that of its kinds. */
function createFlatten({ $refs }: $RefParser) {
  return function flatten({ $ref, allOf, anyOf, discriminator, ...own }: Part): Named {
    if (typeof $ref === 'string') {
      if (!$refs.exists($ref, {})) throw new CliError(`${$ref} cannot be read: the operation refers to it.`, 2);
      const { name = $ref.replace(/^.*\//, ''), value } = flatten($refs.get($ref) as Part);
      return { name, value: { ...value, ...own } };
    }
    // A reference beside null is the reference.
    const kinds = anyOf?.filter((kind: Part) => kind['$ref'] || !(kind['nullable'] || kind['type'] === 'null'));
    if (kinds?.length === 1) return flatten(kinds[0]);
    if (!allOf) return { value: { ...own, ...(anyOf && { anyOf }), ...(discriminator && { discriminator }) } };
    const parts: Part[] = [...allOf.map((part: Part) => flatten(part).value), { ...own, discriminator }];
    const properties = Object.assign({}, ...parts.map((part) => part['properties']));
    const required = parts.flatMap((part) => part['required'] ?? []);
    return { value: { ...Object.assign({}, ...parts), properties, required } };
  };
}

function toParts(item: Part, method: string, parser: $RefParser) {
  const flatten = createFlatten(parser);
  const operation: Part = item[method];
  const all = [...(item['parameters'] ?? []), ...(operation['parameters'] ?? [])].map((part) => flatten(part).value);
  const { content, required } = flatten(operation['requestBody'] ?? {}).value;
  const schema = content?.['application/json']?.schema;
  const successes = Object.entries<Part>(operation['responses']).filter(([status]) => status.startsWith('2'));
  const responses = successes.map(
    ([status, part]) => [status.replace('XX', '00'), toBody(flatten(part).value)] as const,
  );
  const [example = {}] = Object.values<Part>(operation['x-ms-examples'] ?? {});
  const body = responses.find(([status]) => status === '200')?.[1];
  const isArray = flatten(body ?? {}).value['properties']?.value?.type === 'array';
  return {
    operation,
    flatten,
    /** Without the body, each with its schema. */
    parameters: all
      .filter((parameter) => parameter['in'] !== 'body')
      .map((parameter) => ({ ...parameter, schema: flatten(parameter['schema'] ?? parameter).value })) as Part[],
    body: all.find((parameter) => parameter['in'] === 'body') ?? (schema && { name: 'body', required, schema }),
    /** Schemas of successes by status; null: no body. */
    responses: Object.fromEntries(responses),
    example: flatten(example).value,
    /** Returns a page of a list. */
    isList: operation['x-ms-pageable']?.nextLinkName !== undefined || (method === 'get' && isArray),
  };
}

function toBody({ schema, content = {} }: Part): Part | null {
  const json = schema ?? content['application/json']?.schema;
  const types = Object.keys(content);
  if (!json && types.length > 0) throw new CliError(`It returns ${types.join(', ')}; Frontdesk relays JSON only.`, 2);
  return json ?? null;
}

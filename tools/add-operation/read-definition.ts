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
export type Published = ReturnType<typeof readOperation>;
export type Flatten = (schema: Part) => Named;

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

export type Definition = Awaited<ReturnType<typeof loadDefinition>>;

/** Reads a file, and those that it refers to. @throws CliError if it is no definition. */
export async function loadDefinition(file: string) {
  const parser = new $RefParser();
  // A file that is missing matters only if the operation refers to it.
  await parser.resolve(file, { continueOnError: true }).catch(() => undefined);
  const files = Object.entries(parser.$refs.values()) as [string, Part | undefined][];
  const document = files.find(([name]) => name === file)?.[1];
  if (typeof document?.['paths'] !== 'object')
    throw new CliError(`${file} is no OpenAPI definition that can be read.`, 2);
  for (const [name, content] of files) makeAbsolute((content ?? {}) as Record<string, unknown>, name);
  /** All of the definition's files: they may be kinds of another. */
  const schemas = files.flatMap(([, content]) =>
    Object.entries<Part>({ ...content?.['definitions'], ...content?.['components']?.schemas }).map(([name, value]) => ({
      name,
      value,
    })),
  );
  // Of OpenAPI 3 the server's path belongs to the address of the upstream.
  const pattern = String(document['x-ms-parameterized-host']?.hostTemplate ?? '').replace(/^(?:https?:\/\/)?[^/]*/, '');
  const base = pattern + String(document['basePath'] ?? '').replace(/\/$/, '');
  const operations = Object.entries<Part>(document['paths']).flatMap(([template, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({
      method,
      template,
      item,
      id: String(item[method].operationId ?? `${method} ${template}`),
    })),
  );
  return { file, document, schemas, base, operations, flatten: createFlatten(parser) };
}

/** @throws CliError if no file has the operation. */
export async function readDefinition(path: string, id: string, scope?: string) {
  return readOperation(await loadDefinition(findFile(resolve(path), id)), id, scope);
}

/** @throws CliError if the definition does not have the operation, or lacks a part of it. */
export function readOperation(definition: Definition, id: string, scope?: string) {
  const { operations, base, file, document, schemas, flatten } = definition;
  const found = operations.find((each) => each.id === id);
  if (!found) throw new CliError(`${file} has no operation ${id}.`, 2);
  const { method, item, template } = found;
  const parts = toParts(item, method, definition);
  const path = base + template;
  const shared = { id, document, schemas, flatten, method: method.toUpperCase(), ...parts };
  const wide = parts.parameters.find((each) => each['in'] === 'path' && each['x-ms-skip-url-encoding'])?.['name'];
  if (scope === undefined || wide === undefined) return { ...shared, path };
  const names = Array.from(scope.matchAll(/\{([^}]+)\}/g), ([, name]) => name);
  const own = names.map((name): Part => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const kept = parts.parameters.filter(({ name }) => name !== wide);
  return { ...shared, path: path.replace(new RegExp(`/*\\{${wide}\\}`), scope), parameters: [...own, ...kept] };
}

/** Of a folder, the file of the newest version that is not a preview. */
function findFile(path: string, id: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new CliError(`${path} does not exist.`, 2);
  if (found.isFile()) return path;
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
function createFlatten({ $refs }: $RefParser): Flatten {
  const known = new Map<string, Named>();
  return flatten;

  function flatten({ $ref, allOf, anyOf, oneOf, discriminator, ...own }: Part): Named {
    if (typeof $ref === 'string') {
      if (!$refs.exists($ref, {})) throw new CliError(`${$ref} cannot be read: the operation refers to it.`, 2);
      const { name = $ref.replace(/^.*\//, ''), value } = known.get($ref) ?? flatten($refs.get($ref) as Part);
      known.set($ref, { name, value });
      return { name, value: { ...value, ...own } };
    }
    // Of a reference and null, the reference counts.
    const kinds = (anyOf ?? oneOf)?.filter(
      (kind: Part) => kind['$ref'] || !(kind['nullable'] || kind['type'] === 'null'),
    );
    if (kinds?.length === 1) {
      const { name, value } = flatten(kinds[0]);
      return { ...(name !== undefined && { name }), value: { ...value, ...own, nullable: true } };
    }
    const left = {
      ...normalize(own),
      ...(anyOf && { anyOf }),
      ...(oneOf && { oneOf }),
      ...(discriminator && { discriminator }),
    };
    if (!allOf) return { value: left };
    const parts: Part[] = [...allOf.map((part: Part) => flatten(part).value), { ...left, discriminator }];
    const properties = Object.assign({}, ...parts.map((part) => part['properties']));
    const required = parts.flatMap((part) => part['required'] ?? []);
    return { value: { ...Object.assign({}, ...parts), properties, required } };
  }
}

/** Writes null among types and values as `nullable`, and bounds of OpenAPI 2 and 3.0 as those of 3.1. */
function normalize({ type, enum: values, minimum, maximum, ...own }: Part): Part {
  const types = [type].flat();
  const others = types.filter((each) => each !== 'null');
  const { exclusiveMinimum: above, exclusiveMaximum: below, nullable } = own;
  const parts = {
    ...own,
    ...(above === true ? { exclusiveMinimum: minimum } : { minimum }),
    ...(below === true ? { exclusiveMaximum: maximum } : { maximum }),
    type: others.length === 1 ? others[0] : undefined,
    nullable: nullable || others.length < types.length || values?.includes(null) || undefined,
    enum: values?.filter((value: unknown) => value !== null),
  };
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}

const JSON_TYPE = 'application/json';
const isJson = (type: string) => /^application\/json(?:\s*;|$)/i.test(type);
const isJsonLike = (type: string) => /^\w+\/(?:[\w.+-]+\+)?json(?:\s*;|$)/i.test(type);

/** The schema of what is JSON, and all media types. */
function toBody({ schema, content }: Part, types: readonly string[], isWanted: (type: string) => boolean) {
  if (!content) return { schema: schema as Part | undefined, types: schema ? types : [] };
  const [, json] = Object.entries<Part>(content).find(([type]) => isWanted(type)) ?? [];
  return { schema: json && ((json['schema'] ?? {}) as Part), types: Object.keys(content) };
}

function toParts(item: Part, method: string, { document, flatten }: Definition) {
  const operation: Part = item[method];
  const all = listParameters([...(item['parameters'] ?? []), ...(operation['parameters'] ?? [])], flatten);
  const { consumes = [JSON_TYPE], produces = [JSON_TYPE] }: Part = { ...document, ...operation };
  const sent = all.find((parameter) => parameter['in'] === 'body') ?? flatten(operation['requestBody'] ?? {}).value;
  const request = toBody(sent, consumes, isJson);
  const successes = Object.entries<Part>(operation['responses'] ?? {}).filter(([status]) => status.startsWith('2'));
  const responses = successes.map(
    ([status, part]) => [status.replace(/X+/i, '00'), toBody(flatten(part).value, produces, isJsonLike)] as const,
  );
  const body = responses.find(([status]) => status === '200')?.[1].schema;
  const isArray = flatten(body ?? {}).value['properties']?.value?.type === 'array';
  return {
    operation,
    /** Without the body, each with its schema. */
    parameters: all
      .filter((parameter) => parameter['in'] !== 'body')
      .map((parameter) => ({
        ...parameter,
        schema: flatten(parameter['schema'] ?? { ...parameter, required: undefined }).value,
      })) as Part[],
    body:
      request.schema && ({ name: sent['name'] ?? 'body', required: sent['required'], schema: request.schema } as Part),
    /** Media types: of the request's body, and of responses by status. */
    media: { request: request.types, responses: responses.map(([status, { types }]) => [status, types] as const) },
    /** Schemas of successes by status; null: no body. */
    responses: Object.fromEntries(responses.map(([status, { schema = null }]) => [status, schema])) as Readonly<
      Record<string, Part | null>
    >,
    example: readExample(operation, flatten),
    /** Returns a page of a list. */
    isList: typeof operation['x-ms-pageable']?.nextLinkName === 'string' || (method === 'get' && isArray),
  };
}

/** A parameter of the operation replaces that of the path. */
function listParameters(parts: readonly Part[], flatten: Flatten): Part[] {
  const all = parts.map((part) => flatten(part).value);
  return [...new Map(all.map((part) => [`${part['in']} ${part['name']}`, part])).values()];
}

/** An example is no part of the contract: one that is missing is none. */
function readExample(operation: Part, flatten: Flatten): Part {
  try {
    return flatten(Object.values<Part>(operation['x-ms-examples'] ?? {})[0] ?? {}).value;
  } catch {
    return {};
  }
}

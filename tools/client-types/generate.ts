/** Generates the client's schema of a profile from its OpenAPI document: one type per component, the operations and their routes. */
import type { ProfileName } from '../../lib/profiles.ts';
import { format } from '../generate/format.ts';
import {
  type DescribedContent,
  type DescribedDocument,
  type DescribedParameter,
  DOCUMENT_FILES,
  inlineLists,
  type ResolvedOperation,
} from '../openapi/document-file.ts';
import type { JsonSchema } from '../openapi/schemas.ts';
import { formatComment, formatMember, formatMembers, toType } from './format-type.ts';

export const CLIENT_FILES: Readonly<Record<ProfileName, string>> = {
  vendor: 'client/src/schema.ts',
  microsoft: 'client/src/schema.microsoft.ts',
};

/** An operation with its path and method. */
interface RoutedOperation extends ResolvedOperation {
  readonly path: string;
  readonly method: string;
}

type Documents = Readonly<Record<ProfileName, DescribedDocument>>;

/** The declarations of a profile by name, unformatted. */
interface Declarations {
  readonly types: ReadonlyMap<string, string>;
  readonly operations: ReadonlyMap<string, string>;
}

/** Returns the formatted text of both files. The second has only the types that differ from those of the first, or refer to one that does. */
export function generateClientTypes(documents: Documents): Readonly<Record<ProfileName, string>> {
  const inlined = inlineLists(documents.vendor);
  const [vendor, microsoft] = [declare(inlined), declare(inlineLists(documents.microsoft))];
  const routes = listOperations(inlined).map(formatRoute).join(',\n');
  return {
    vendor: formatFile('vendor', [
      ...vendor.types.values(),
      `/** Input of each operation, and its response bodies by status. */
      export interface Operations { ${[...vendor.operations.values()].join('\n')} }`,
      `/** Method, path, query parameters, and the api-version if there is only one. */
      export const ROUTES = { ${routes} } as const;`,
      `/** What the live cloud has before a path, by its first segment. */
      export const PREFIXES: Readonly<Record<string, string>> = ${JSON.stringify(listPrefixes(documents))};`,
    ]),
    microsoft: formatFile('microsoft', formatDifferences(vendor, microsoft)),
  };
}

function listPrefixes({ vendor, microsoft }: Documents): Readonly<Record<string, string>> {
  const live = new Map(listOperations(microsoft).map(({ operationId, path }) => [operationId, path]));
  const prefixes = listOperations(vendor).map(({ operationId, path }) => [
    /^\/(\w+)/.exec(path)?.[1] ?? '',
    /^\/v\d[\d.]*(?=\/)/.exec(live.get(operationId) ?? '')?.[0] ?? '',
  ]);
  return Object.fromEntries(prefixes.filter(([, prefix]) => prefix !== ''));
}

function formatFile(profile: ProfileName, parts: readonly string[]): string {
  const head = `/** Types and routes of the API. Generated from ${DOCUMENT_FILES[profile]} by \`npm run generate\`; do not edit. */`;
  return format(nameVersions([head, ...parts].join('\n\n')), CLIENT_FILES[profile]);
}

/** Versions that several operations have are declared once. */
function nameVersions(text: string): string {
  const lists = Array.from(text.matchAll(/\bapiVersion: ([^;]+ \| [^;]+);/g), ([, list = '']) => list);
  const [repeated] = lists.filter((list, at) => lists.indexOf(list) !== at);
  if (repeated === undefined) return text;
  return `${text.replaceAll(`apiVersion: ${repeated};`, 'apiVersion: ApiVersion;')}\n\nexport type ApiVersion = ${repeated};`;
}

function declare(document: DescribedDocument): Declarations {
  return {
    types: new Map([
      ['ProblemType', formatProblems(document.components.headers)],
      ['UnknownKind', UNKNOWN_KIND],
      ['OtherKind', OTHER_KIND],
      ...Object.entries(document.components.schemas)
        .filter(([name]) => !name.startsWith('UnknownKind'))
        .map(([name, schema]) => [name, formatInterface(name, schema)] as const),
    ]),
    operations: new Map(
      listOperations(document).map((operation) => [operation.operationId, formatOperation(operation)]),
    ),
  };
}

function formatDifferences(vendor: Declarations, microsoft: Declarations): string[] {
  const changed = new Set(
    [...microsoft.types.keys()].filter((name) => microsoft.types.get(name) !== vendor.types.get(name)),
  );
  const refersToChanged = (text = '') => [...text.matchAll(/\b[A-Z]\w+/g)].some(([name]) => changed.has(name));
  for (let size = -1; size !== changed.size; ) {
    size = changed.size;
    for (const [name, text] of microsoft.types) if (refersToChanged(text)) changed.add(name);
  }
  const operations = [...microsoft.operations].filter(
    ([name, text]) => text !== vendor.operations.get(name) || refersToChanged(text),
  );
  const types = [...changed].map((name) => microsoft.types.get(name) as string);
  const kept = [...vendor.types.keys()].filter(
    (name) =>
      !changed.has(name) &&
      [...types, ...operations.map(([, text]) => text)].some((text) => new RegExp(`\\b${name}\\b`).test(text)),
  );
  return [
    `import type { ${[...kept.toSorted(), 'Operations as VendorOperations'].join(', ')} } from './schema.ts';`,
    "// The types declared here replace those of the same name.\nexport type * from './schema.ts';",
    ...types,
    `/** Input of each operation, and its response bodies by status. */
    export interface Operations extends Omit<VendorOperations, ${operations.map(([name]) => `'${name}'`).join(' | ')}> {
      ${operations.map(([, text]) => text).join('\n')}
    }`,
  ];
}

/** The client has a separate function for batches. */
function listOperations({ paths, components }: DescribedDocument): RoutedOperation[] {
  return Object.entries(paths)
    .filter(([path]) => !path.endsWith('/$batch'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        path,
        method: method.toUpperCase(),
        parameters: operation.parameters.map((each) =>
          '$ref' in each ? (components.parameters[each.$ref.split('/').at(-1) as string] as DescribedParameter) : each,
        ),
      })),
    );
}

/** With a type that no other kind has, the known kinds narrow by it. */
const UNKNOWN_KIND = `/** A kind of a later version. The text stands for every type that is not a known one, so that those narrow by it. */
export interface UnknownKind { type: 'another type' }`;

/** `string & {}` is no literal type, so that an editor still suggests those of the known kinds. What these require, it requires, too. */
const OTHER_KIND = `/** A kind of a later version, in a request. */
export interface OtherKind<Known extends { type: string }> { type: Known['type'] | (string & {}); properties: Record<string, unknown> | null }`;

function formatProblems(headers: DescribedDocument['components']['headers']): string {
  return `/** Frontdesk's words for failures. */ export type ProblemType = ${toType(headers['x-frontdesk-problem']?.schema)};`;
}

/** Requests have no read-only members, and may name any kind. */
function formatInterface(name: string, schema: JsonSchema): string {
  const isRequest = name.endsWith('Request');
  const members = formatMembers(schema, !isRequest).replaceAll('UnknownKindOrNull', 'UnknownKind | null');
  const text = isRequest ? members.replace(/((?:\w+ \| )*\w+) \| UnknownKind/g, '$1 | OtherKind<$1>') : members;
  if (text.trim() === '') return `${formatComment(schema)}export type ${name} = Record<string, unknown>;`;
  return `${formatComment(schema)}export interface ${name} { ${text} }`;
}

function formatOperation(operation: RoutedOperation): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const body =
    requestBody &&
    formatMember(
      'body',
      requestBody.required,
      acceptRead(toType(requestBody.content['application/json'].schema), toBodyType('200', responses['200']?.content)),
    );
  const members = [...parameters.flatMap(formatInput), ...(body ? [body] : [])];
  const bodies = Object.entries(responses)
    .filter(([status]) => Number(status) < 400)
    .map(([status, { content }]) => `${status}: ${toBodyType(status, content)};`);
  return `${formatComment({ description: `${summary}. ${description}` })}${operationId}: { input: { ${members.join('')} }; responses: { ${bodies.join(' ')} } };`;
}

/** What a read returned is accepted back; its id, which no new resource has, tells the two apart. */
function acceptRead(body: string, read: string): string {
  return body === `${read}Request` ? `${body} | ${read}` : body;
}

/** A 202 has no result yet. */
function toBodyType(status: string, content: DescribedContent | undefined): string {
  if (status === '202') return 'undefined';
  return content ? toType(content['application/json'].schema) : 'undefined';
}

const PRECONDITIONS: Readonly<Record<string, string>> = { 'If-Match': 'ifMatch', 'If-None-Match': 'ifNoneMatch' };

/** All other headers are options of every call. The api-version is an input only if the operation has several. */
function formatInput(parameter: DescribedParameter): string[] {
  const { name, required, schema } = parameter;
  if (name === 'api-version')
    return findSingleVersion([parameter]) ? [] : [formatMember('apiVersion', true, toType(schema))];
  const key = parameter.in === 'header' ? PRECONDITIONS[name] : name;
  const type = toListType(schema) ?? toType(schema);
  // The name of a path's parameter says what it is.
  const { description, example = schema.examples?.[0] } = parameter;
  const words = parameter.in === 'path' ? {} : { description, ...(parameter.in === 'query' && { example }) };
  return key === undefined ? [] : [formatMember(key, required, type, words)];
}

/** A list of names in one text can be given as a list. */
function toListType({ 'x-names': names }: DescribedParameter['schema']): string | undefined {
  const known = names?.map((name) => JSON.stringify(name)).join(' | ');
  return known && `${known} | (string & {}) | ReadonlyArray<${known}>`;
}

function formatRoute({ operationId, method, path, parameters, responses }: RoutedOperation): string {
  const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.name !== 'api-version');
  const known = { method, path, query: query.map(({ name }) => name), apiVersion: findSingleVersion(parameters) };
  const route = { ...known, ...('304' in responses && { isCached: true }) };
  return `${operationId}: ${JSON.stringify(route)}`;
}

function findSingleVersion(parameters: readonly DescribedParameter[]): string | undefined {
  const { enum: versions = [], default: specified } =
    parameters.find(({ name }) => name === 'api-version')?.schema ?? {};
  const version = specified ?? (versions.length === 1 ? versions[0] : undefined);
  return version === undefined ? undefined : String(version);
}

/** The document as the client's generated file: a type for each component, the operations, and how each is called. */
import { execFileSync } from 'node:child_process';
import type { JsonSchema } from '../../lib/openapi/schemas.ts';
import { toComment, toMember, toMembers, toType } from './type-text.ts';

export const CLIENT_FILE = 'client/src/schema.ts';

/** What is read of a document. */
export interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly DescribedParameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

interface DescribedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly description?: string;
}

type Content = Readonly<Record<'application/json', { readonly schema: JsonSchema }>>;

/** An operation with its place. */
interface Placed extends DescribedOperation {
  readonly path: string;
  readonly method: string;
}

/** Answers the file's text, formatted. */
export function toClientText({ paths, components }: Described): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): Placed => ({ ...operation, path, method: method.toUpperCase() }),
    ),
  );
  return format(
    [
      '/** Types and routes of the API. Generated from docs/openapi.json by `npm run openapi`: not to be edited. */',
      ...Object.entries(components.schemas).map(([name, schema]) => toInterface(name, schema)),
      `/** What each operation takes, and what it answers by status. */
      export interface Operations { ${operations.map(toOperation).join('\n')} }`,
      `/** Where each operation is, which of its input stands in the query, and the api-version where there is but one. */
      export const ROUTES = { ${operations.map(toRoute).join(',\n')} } as const;`,
    ].join('\n\n'),
  );
}

/** What only the server sets is no part of a request. */
function toInterface(name: string, schema: JsonSchema): string {
  return `${toComment(schema)}export interface ${name} { ${toMembers(schema, !name.endsWith('Request'))} }`;
}

function toOperation({ operationId, summary, parameters, requestBody, responses }: Placed): string {
  const body = requestBody && toMember('body', true, toType(requestBody.content['application/json'].schema));
  const members = [...parameters.flatMap(toInput), ...(body ? [body] : [])];
  const answers = Object.entries(responses)
    .filter(([status]) => Number(status) < 400)
    .map(([status, { content }]) => `${status}: ${toAnswerType(status, content)};`);
  return `${toComment({ description: `${summary}.` })}${operationId}: { input: { ${members.join('')} }; answers: { ${answers.join(' ')} } };`;
}

/** What was only taken may come with any content. */
function toAnswerType(status: string, content: Content | undefined): string {
  if (status === '202') return 'unknown';
  return content ? toType(content['application/json'].schema) : 'undefined';
}

const PRECONDITIONS: Readonly<Record<string, string>> = { 'If-Match': 'ifMatch', 'If-None-Match': 'ifNoneMatch' };

/** The other fields are options of every call, and a version is said only where there is a choice. */
function toInput(parameter: DescribedParameter): string[] {
  const { name, required, schema } = parameter;
  if (name === 'api-version') return readOnlyVersion([parameter]) ? [] : [toMember('apiVersion', true, toType(schema))];
  const key = parameter.in === 'header' ? PRECONDITIONS[name] : name;
  return key === undefined ? [] : [toMember(key, required, toType(schema), parameter)];
}

function toRoute({ operationId, method, path, parameters }: Placed): string {
  const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.name !== 'api-version');
  const route = { method, path, query: query.map(({ name }) => name), apiVersion: readOnlyVersion(parameters) };
  return `${operationId}: ${JSON.stringify(route)}`;
}

function readOnlyVersion(parameters: readonly DescribedParameter[]): string | undefined {
  const versions = parameters.find(({ name }) => name === 'api-version')?.schema.enum ?? [];
  return versions.length === 1 ? String(versions[0]) : undefined;
}

function format(text: string): string {
  const biome = 'node_modules/@biomejs/biome/bin/biome';
  return execFileSync(process.execPath, [biome, 'format', `--stdin-file-path=${CLIENT_FILE}`], {
    input: text,
    encoding: 'utf8',
  });
}

/** Samples of a call in curl, TypeScript and PowerShell, from the examples of the document. */
import type { Operation, Parameter } from './document.ts';

export interface SampleContext {
  /** Base URL of Frontdesk. */
  readonly server: string;
  readonly profile: 'vendor' | 'microsoft';
}

const composers = { curl: composeCurl, TypeScript: composeTypeScript, PowerShell: composePowerShell };

export type Language = keyof typeof composers;

export const languages = Object.keys(composers) as readonly Language[];

export function composeSample(language: Language, operation: Operation, context: SampleContext): string {
  return composers[language](operation, context);
}

/** For a POSIX shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function composeCurl(operation: Operation, { server }: SampleContext): string {
  const body = readBody(operation);
  return [
    `curl -i${operation.method === 'GET' ? '' : ` -X ${operation.method}`} -H "Authorization: Bearer $TOKEN"`,
    ...listHeaders(operation).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `--data ${quote(format(body))}`]),
    quote(toUrl(operation, server)),
  ].join(' \\\n  ');
}

function composePowerShell(operation: Operation, { server }: SampleContext): string {
  const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const body = readBody(operation);
  const headers = [
    'Authorization = "Bearer $env:TOKEN"',
    ...listHeaders(operation).map(([name, value]) => `${quote(name)} = ${quote(value)}`),
  ];
  return [
    ...(body === undefined ? [] : [`$body = @'\n${format(body)}\n'@`]),
    [
      `Invoke-RestMethod -Method ${operation.method} -Headers @{ ${headers.join('; ')} }`,
      ...(body === undefined ? [] : ["-ContentType 'application/json' -Body $body"]),
      `-Uri ${quote(toUrl(operation, server))}`,
    ].join(' `\n  '),
  ].join('\n');
}

function composeTypeScript(operation: Operation, context: SampleContext): string {
  // The client has one method per operation; a batch is none of them.
  return operation.path.endsWith('/$batch') ? composeFetch(operation, context) : composeClientCall(operation, context);
}

function composeFetch(operation: Operation, { server }: SampleContext): string {
  const headers = `{ authorization: \`Bearer \${process.env.TOKEN}\`, 'content-type': 'application/json' }`;
  return `const response = await fetch('${toUrl(operation, server)}', {
  method: '${operation.method}',
  headers: ${headers},
  body: JSON.stringify(${toLiteral(readBody(operation), '  ')}),
});
console.log(await response.json());`;
}

/** The input of the typed client; what a caller handles is the body. */
function composeClientCall(operation: Operation, { server, profile }: SampleContext): string {
  const options = [
    `baseUrl: '${server}'`,
    "getToken: () => process.env.TOKEN ?? ''",
    ...(profile === 'microsoft' ? ["profile: 'microsoft'"] : []),
  ];
  const body = readBody(operation);
  const argument = toLiteral({
    ...Object.fromEntries(operation.parameters.flatMap(toInput)),
    ...(body !== undefined && { body }),
  });
  const isPaged = operation.parameters.some(({ name }) => name === '$skipToken');
  const call = isPaged
    ? `for await (const item of client.${operation.operationId}.items(${argument})) {\n  console.log(item);\n}`
    : `const { status, body } = await client.${operation.operationId}(${argument});\nconsole.log(status, body);`;
  return `import { createFrontdeskClient } from '@frontdesk/client';

const client = createFrontdeskClient({
${options.map((option) => `  ${option},\n`).join('')}});
${call}`;
}

/** The client's names of the headers that are inputs. */
const HEADERS: Readonly<Record<string, string>> = { 'If-Match': 'ifMatch', 'If-None-Match': 'ifNoneMatch' };

/** Returns the client's name of a parameter; undefined for one that the client sets. */
export function toInputName({ name, in: place, schema }: Parameter): string | undefined {
  if (name === 'api-version')
    return schema.enum?.length === 1 || schema.default !== undefined ? undefined : 'apiVersion';
  return place === 'header' ? HEADERS[name] : name;
}

function toInput(parameter: Parameter): readonly (readonly [string, unknown])[] {
  const name = toInputName(parameter);
  const value = readValue(parameter);
  return name === undefined || value === undefined ? [] : [[name, value]];
}

/** Returns the value of a required parameter or of one with an example; `*` for a required precondition. */
function readValue({ example, required }: Parameter): unknown {
  return example ?? (required ? '*' : undefined);
}

function readBody({ requestBody }: Operation): unknown {
  return requestBody?.content['application/json'].example;
}

function listHeaders({ parameters }: Operation): readonly (readonly [string, string])[] {
  return parameters
    .filter((parameter) => parameter.in === 'header' && readValue(parameter) !== undefined)
    .map((parameter) => [parameter.name, String(readValue(parameter))]);
}

function toUrl({ path, parameters }: Operation, server: string): string {
  const values = parameters.filter((parameter) => readValue(parameter) !== undefined);
  const encode = (parameter: Parameter) => encodeURIComponent(String(readValue(parameter))).replaceAll("'", '%27');
  const filled = values
    .filter((parameter) => parameter.in === 'path')
    .reduce((url, parameter) => url.replace(`{${parameter.name}}`, encode(parameter)), path);
  const query = values.filter((parameter) => parameter.in === 'query').map((each) => `${each.name}=${encode(each)}`);
  return `${server}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

function format(body: unknown): string {
  return JSON.stringify(body, undefined, 2);
}

/** Returns JSON as a TypeScript literal: no quotes around names that need none, single quotes elsewhere. */
export function toLiteral(value: unknown, indent = ''): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const members = Object.entries(value).map(([name, member]) => {
    const key = Array.isArray(value) ? '' : `${/^[\w$]+$/.test(name) ? name : `'${name}'`}: `;
    return `${inner}${key}${toLiteral(member, inner)},\n`;
  });
  return members.length === 0 ? `${open}${close}` : `${open}\n${members.join('')}${indent}${close}`;
}

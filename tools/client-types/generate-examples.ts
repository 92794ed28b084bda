/** Generates the client's examples of a profile from its OpenAPI document: a success of each operation, and the contracts of bodies. */

import { Problem, type ProblemType } from '../../lib/http/problem.ts';
import type { ProfileName } from '../../lib/profiles.ts';
import { format } from '../generate/format.ts';
import { type DescribedDocument, DOCUMENT_FILES } from '../openapi/document-file.ts';
import type { JsonSchema } from '../openapi/schemas.ts';

export const EXAMPLE_FILES: Readonly<Record<ProfileName, string>> = {
  vendor: 'client/src/examples.ts',
  microsoft: 'client/src/examples.microsoft.ts',
};

/** Returns the formatted text of the file. */
export function generateExamples({ paths, components }: DescribedDocument, profile: ProfileName): string {
  const examples = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [operation.operationId, { method, path, ...toExample(operation) }] as const,
    ),
  );
  const text = `/** Successes of the API. Generated from ${DOCUMENT_FILES[profile]} by \`npm run generate\`; do not edit. */
    import type { Contracts } from './contract.ts';
    import type { Example } from './msw.ts';
    ${profile === 'vendor' ? formatProblems(components.headers) : ''}

    export const CONTRACTS: Contracts = ${JSON.stringify(toContracts(components.schemas, examples))};

    ${shareElements(examples)}`;
  return format(text, EXAMPLE_FILES[profile]);
}

/** Returns the status and the message of each problem. */
function formatProblems(headers: DescribedDocument['components']['headers']): string {
  const types = headers['x-frontdesk-problem']?.schema.enum as readonly ProblemType[];
  const rows = types.map((type) => {
    const { status, message } = new Problem(type);
    return `${type}: [${status}, ${JSON.stringify(message)}],`;
  });
  return `import type { ProblemType } from './schema.ts';

    export const PROBLEMS: Readonly<Record<ProblemType, readonly [status: number, message: string]>> = { ${rows.join('')} };`;
}

/** Shorter texts are not worth a name. */
const SHARED_LENGTH = 500;

/** Returns the declarations: a body, or an element of a list, that is there several times is declared once. */
function shareElements(examples: readonly (readonly [string, { readonly body?: unknown }])[]): string {
  const elements = examples.flatMap(([, { body }]) => {
    const { value } = (body ?? {}) as { readonly value?: unknown };
    return (Array.isArray(value) ? value : [body ?? {}]).map((element) => JSON.stringify(element));
  });
  const isShared = (element: string, at: number) =>
    element.length > SHARED_LENGTH && elements.indexOf(element) === at && elements.lastIndexOf(element) > at;
  const shared = elements.filter(isShared);
  const all = JSON.stringify(Object.fromEntries(examples));
  const text = shared.reduce((rest, element, at) => rest.replaceAll(element, () => `ELEMENT_${at + 1}`), all);
  return [
    ...shared.map((element, at) => `const ELEMENT_${at + 1} = ${element};`),
    `export const EXAMPLES: Readonly<Record<string, Example>> = ${text};`,
  ].join('\n\n');
}

/** As client/src/contract.ts reads it. */
type Contract = Readonly<Record<string, unknown>>;

/** Returns what the bodies of requests must have, by the names of their schemas, and what these refer to. */
function toContracts(
  schemas: DescribedDocument['components']['schemas'],
  examples: readonly (readonly [string, { readonly accepts?: string }])[],
): Record<string, Contract> {
  const contracts: Record<string, Contract> = {};
  const add = (name: string) => {
    if (name in contracts) return;
    contracts[name] = {};
    contracts[name] = toContract(schemas[name] ?? {}, add);
  };
  for (const [, { accepts }] of examples) if (accepts) add(accepts);
  return contracts;
}

function toContract(schema: JsonSchema, add: (name: string) => void): Contract {
  const convert = (inner: unknown) => toContract(inner as JsonSchema, add);
  if (schema.$ref) {
    const ref = toSchemaName(schema.$ref);
    add(ref);
    return { ref };
  }
  const kinds = schema.anyOf ?? schema.oneOf;
  if (kinds) return { anyOf: kinds.map(convert) };
  if (schema.type === 'null') return { values: [null] };
  if (Array.isArray(schema.type) && schema.type.includes('null') && (schema.properties || schema.items))
    return { anyOf: [convert({ ...schema, type: undefined }), { values: [null] }] };
  const values = schema.const === undefined ? schema.enum : [schema.const];
  const properties = Object.entries(schema.properties ?? {}).filter(([, member]) => !Object(member).readOnly);
  return {
    ...(values && { values }),
    ...(schema.items && { items: convert(schema.items) }),
    ...(schema.required && { required: schema.required }),
    ...(schema.properties && {
      properties: Object.fromEntries(properties.map(([name, member]) => [name, convert(member)])),
    }),
  };
}

const toSchemaName = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1);

/** Returns the first success with an example; without one the first that has no body. A 202 is no result yet. */
function toExample({ operationId, responses, requestBody }: DescribedDocument['paths'][string][string]) {
  const successes = Object.entries(responses).filter(([status]) => /^20[^2]$/.test(status));
  const withBody = successes.find(([, { content }]) => content?.['application/json'].example !== undefined);
  const [status, { content }] =
    withBody ?? successes.find(([, response]) => response.content === undefined) ?? fail(operationId);
  return {
    status: Number(status),
    ...(requestBody && { accepts: toSchemaName(String(requestBody.content['application/json'].schema.$ref)) }),
    ...(content && { body: shortenList(content['application/json'].example) }),
    ...('304' in responses && { isStored: true }),
  };
}

/** Two elements show what a list is. */
function shortenList(body: unknown): unknown {
  const { value } = (body ?? {}) as { readonly value?: unknown };
  return Array.isArray(value) ? { ...(body as object), value: value.slice(0, 2) } : body;
}

function fail(operationId: string): never {
  throw new TypeError(`${operationId} has neither an example of a success nor a success without a body.`);
}

/** Generates the client's examples of a profile from its OpenAPI document: a success of each operation. */
import type { ProfileName } from '../../lib/profiles.ts';
import { format } from '../generate/format.ts';
import { DOCUMENT_FILES } from '../openapi/document-file.ts';

export const EXAMPLE_FILES: Readonly<Record<ProfileName, string>> = {
  vendor: 'client/src/examples.ts',
  microsoft: 'client/src/examples.microsoft.ts',
};

type Content = Readonly<Record<'application/json', { readonly example?: unknown }>>;

/** The members of the document that are read here. */
export interface ExampleDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ExampleOperation>>>>;
}

interface ExampleOperation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

/** Returns the formatted text of the file. */
export function generateExamples({ paths }: ExampleDocument, profile: ProfileName): string {
  const examples = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [
      operation.operationId,
      { method, path, ...toExample(operation) },
    ]),
  );
  const text = `/** Successes of the API. Generated from ${DOCUMENT_FILES[profile]} by \`npm run generate\`; do not edit. */
    import type { Example } from './msw.ts';

    export const EXAMPLES: Readonly<Record<string, Example>> = ${JSON.stringify(Object.fromEntries(examples))};`;
  return format(text, EXAMPLE_FILES[profile]);
}

/** Returns the first success with an example; without one the first that has no body. */
function toExample({ operationId, responses }: ExampleOperation) {
  const successes = Object.entries(responses).filter(([status]) => /^2\d\d$/.test(status));
  const withBody = successes.find(([, { content }]) => content?.['application/json'].example !== undefined);
  const [status, { content }] =
    withBody ?? successes.find(([, response]) => response.content === undefined) ?? fail(operationId);
  return {
    status: Number(status),
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

/** The members of our OpenAPI document that the reference shows, and its operations in one list. */

type Limit = 'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems';

export interface Schema extends Readonly<Partial<Record<Limit, number>>> {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly propertyNames?: Schema;
  readonly anyOf?: readonly Schema[];
  /** A reference, or null. */
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

interface Content {
  readonly 'application/json': {
    readonly schema: Schema;
    readonly example?: unknown;
    /** By operation, of an error that operations share. */
    readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
  };
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Content;
}

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly description?: string; readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
  readonly 'x-app-role'?: string;
}

interface Reference {
  readonly $ref: string;
}

/** As in the document. */
interface WithReferences extends Omit<Operation, 'method' | 'path' | 'parameters' | 'responses'> {
  readonly parameters: readonly (Parameter | Reference)[];
  readonly responses: Readonly<Record<string, Response | Reference>>;
}

interface Flow {
  readonly authorizationUrl?: string;
  readonly tokenUrl: string;
  readonly scopes: Readonly<Record<string, string>>;
}

export interface OpenApiDocument {
  readonly info: { readonly version: string; readonly description: string };
  readonly servers: readonly [{ readonly url: string }];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, WithReferences>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, { readonly description: string; readonly schema: Schema }>>;
    readonly securitySchemes: {
      readonly oauth2: { readonly flows: { readonly authorizationCode: Flow; readonly clientCredentials: Flow } };
    };
  };
}

/** Lists the operations in the document's order, without references to parameters, their schemas and responses. */
export function listOperations(document: Pick<OpenApiDocument, 'paths' | 'components'>): readonly Operation[] {
  const { paths, components } = document;
  const resolve = <P extends object>(part: P | Reference, shared: Readonly<Record<string, P>>) =>
    '$ref' in part ? (shared[toName(part.$ref)] as P) : part;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
      parameters: operation.parameters
        .map((parameter) => resolve(parameter, components.parameters))
        .map((parameter) => ({ ...parameter, schema: resolve(parameter.schema, components.schemas) })),
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, each]) => [
          status,
          keepOwnExample(resolve(each, components.responses), operation.operationId),
        ]),
      ),
    })),
  );
}

function keepOwnExample(response: Response, name: string): Response {
  const { schema, examples } = response.content?.['application/json'] ?? {};
  if (schema === undefined || examples === undefined) return response;
  return { ...response, content: { 'application/json': { schema, example: examples[name]?.value } } };
}

/** Returns the last segment of a reference. */
export function toName($ref: string): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

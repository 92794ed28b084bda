/** The files of the documents and their format. */

import type { ProfileName } from '../../lib/profiles.ts';
import type { OpenApiDocument } from './compose-document.ts';
import type { JsonSchema } from './schemas.ts';

export const DOCUMENT_FILES: Readonly<Record<ProfileName, string>> = {
  vendor: 'docs/openapi.json',
  microsoft: 'docs/openapi.microsoft.json',
};

export function formatDocument(document: OpenApiDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Returns the document with the choices and lists of values where they are referred to: a reader of types wants them there. */
export function inlineLists(document: DescribedDocument): DescribedDocument {
  const { schemas } = document.components;
  const isInlined = (schema?: JsonSchema) => schema?.enum !== undefined || schema?.anyOf !== undefined;
  const inlined = JSON.parse(JSON.stringify(document), (_, part) => {
    const list = schemas[part?.$ref?.split('/').at(-1)];
    return isInlined(list) ? list : part;
  }) as DescribedDocument;
  const others = Object.entries(inlined.components.schemas).filter(([, schema]) => !isInlined(schema));
  return { ...inlined, components: { ...inlined.components, schemas: Object.fromEntries(others) } };
}

export interface DescribedContent {
  readonly 'application/json': { readonly schema: JsonSchema; readonly example?: unknown };
}

export interface DescribedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema & { readonly 'x-names'?: readonly string[] };
  readonly description?: string;
  readonly example?: unknown;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly (DescribedParameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly required: boolean; readonly content: DescribedContent };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly headers: Readonly<Record<string, { readonly $ref: string }>>;
        readonly content?: DescribedContent;
      }
    >
  >;
  readonly 'x-app-role'?: string;
}

/** The members of a written document that somebody reads. */
export interface DescribedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, DescribedParameter>>;
    readonly headers: Readonly<Record<string, { readonly schema: JsonSchema }>>;
    readonly responses: Readonly<Record<string, unknown>>;
  };
}

/** An operation of whose parameters none is a reference. */
export interface ResolvedOperation extends DescribedOperation {
  readonly parameters: readonly DescribedParameter[];
}

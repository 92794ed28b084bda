/** Reads the OpenAPI document. */
import { readFileSync } from 'node:fs';
import type { ProfileName } from '../../lib/profiles.ts';
import { DOCUMENT_FILES } from '../../tools/openapi/document-file.ts';

type Schema = Readonly<Record<string, unknown>> & { readonly $ref?: string };

interface Content {
  readonly 'application/json': { readonly schema: Schema; readonly example?: unknown };
}

interface DescribedResponse {
  readonly description: string;
  readonly headers: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Content;
}

export interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Schema;
    readonly example?: unknown;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, DescribedResponse>>;
  readonly 'x-app-role'?: string;
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, unknown>>;
    readonly responses: Readonly<Record<string, unknown>>;
  };
}

export function readDocument(profile: ProfileName = 'vendor'): Document {
  return JSON.parse(readFileSync(DOCUMENT_FILES[profile], 'utf8'));
}

/** Lists the operations with their paths and methods, without references to parameters and responses. */
export function listOperations({ paths, components }: Document) {
  const resolve = (_: string, part: unknown) => {
    const [, kind, name] =
      /^#\/components\/(parameters|responses)\/(.+)$/.exec((part as Schema | null)?.$ref ?? '') ?? [];
    return kind ? components[kind as 'parameters'][name as string] : part;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation: JSON.parse(JSON.stringify(operation, resolve)) as DescribedOperation,
    })),
  );
}

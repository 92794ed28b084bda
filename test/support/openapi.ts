/** Reads the OpenAPI document. */
import { readFileSync } from 'node:fs';
import type { ProfileName } from '../../lib/profiles.ts';
import { type DescribedDocument, DOCUMENT_FILES, type ResolvedOperation } from '../../tools/openapi/document-file.ts';

export function readDocument(profile: ProfileName = 'vendor'): DescribedDocument {
  return JSON.parse(readFileSync(DOCUMENT_FILES[profile], 'utf8'));
}

/** Returns the names of the schemas to which something leads. */
export function listReferences(
  document: DescribedDocument,
  from: unknown,
  found = new Set<string>(),
): ReadonlySet<string> {
  for (const [, id = ''] of JSON.stringify(from).matchAll(/#\/components\/schemas\/(\w+)/g)) {
    if (!found.has(id)) listReferences(document, document.components.schemas[id] ?? '', found.add(id));
  }
  return found;
}

/** Lists the operations with their paths and methods, without references to parameters, their lists of values, and responses. */
export function listOperations({ paths, components }: DescribedDocument) {
  const resolve = (key: string, part: unknown) => {
    const [, kind, name = ''] =
      /^#\/components\/(parameters|responses|schemas)\/(.+)$/.exec(
        (part as { readonly $ref?: string } | null)?.$ref ?? '',
      ) ?? [];
    const isKept = !kind || (kind === 'schemas' && !(key === 'schema' && components.schemas[name]?.['x-ms-enum']));
    return isKept ? part : components[kind as 'parameters'][name];
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation: JSON.parse(JSON.stringify(operation, resolve)) as ResolvedOperation,
    })),
  );
}

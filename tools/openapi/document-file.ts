/** Where the document is, and how it is written. */
import type { OpenApiDocument } from '../../lib/openapi.ts';

export const DOCUMENT_FILE = 'docs/openapi.json';

export function toDocumentText(document: OpenApiDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The files of the documents and their format. */

import type { ProfileName } from '../../lib/profiles.ts';
import type { OpenApiDocument } from './compose-document.ts';

export const DOCUMENT_FILES: Readonly<Record<ProfileName, string>> = {
  vendor: 'docs/openapi.json',
  microsoft: 'docs/openapi.microsoft.json',
};

export function formatDocument(document: OpenApiDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** `npm run generate`: generates the client's types, routes and examples from the OpenAPI documents. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { ProfileName } from '../lib/profiles.ts';
import { CLIENT_FILES, generateClientTypes } from './client-types/generate.ts';
import { EXAMPLE_FILES, generateExamples } from './client-types/generate-examples.ts';
import { DOCUMENT_FILES } from './openapi/document-file.ts';

const read = (profile: ProfileName) => JSON.parse(readFileSync(DOCUMENT_FILES[profile], 'utf8'));
const documents = { vendor: read('vendor'), microsoft: read('microsoft') };
const types = generateClientTypes(documents);
for (const profile of ['vendor', 'microsoft'] as const) {
  writeFileSync(CLIENT_FILES[profile], types[profile]);
  writeFileSync(EXAMPLE_FILES[profile], generateExamples(documents[profile], profile));
}
process.stdout.write(`Wrote ${[...Object.values(CLIENT_FILES), ...Object.values(EXAMPLE_FILES)].join(', ')}.\n`);

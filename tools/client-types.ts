/** `npm run openapi`: generates the client's types, routes and examples from the OpenAPI documents, then compiles the client. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { CLIENT_FILES, generateClientTypes } from './client-types/generate.ts';
import { EXAMPLE_FILES, generateExamples } from './client-types/generate-examples.ts';
import { DOCUMENT_FILES } from './openapi/document-file.ts';

for (const profile of ['vendor', 'microsoft'] as const) {
  const document = JSON.parse(readFileSync(DOCUMENT_FILES[profile], 'utf8'));
  writeFileSync(CLIENT_FILES[profile], generateClientTypes(document, profile));
  writeFileSync(EXAMPLE_FILES[profile], generateExamples(document, profile));
}
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '--project', 'client'], { stdio: 'inherit' });
process.stdout.write(
  `Wrote ${[...Object.values(CLIENT_FILES), ...Object.values(EXAMPLE_FILES)].join(', ')} and client/dist.\n`,
);

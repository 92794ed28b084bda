/** `npm run openapi`: generates the client's types and routes from docs/openapi.json, then compiles the client. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { CLIENT_FILE, generateClientTypes } from './client-types/generate.ts';
import { DOCUMENT_FILES } from './openapi/document-file.ts';

writeFileSync(CLIENT_FILE, generateClientTypes(JSON.parse(readFileSync(DOCUMENT_FILES.vendor, 'utf8'))));
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '--project', 'client'], { stdio: 'inherit' });
process.stdout.write(`Wrote ${CLIENT_FILE} and client/dist.\n`);

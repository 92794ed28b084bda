/** `npm run openapi`: writes the client's types and routes from docs/openapi.json. */
import { readFileSync, writeFileSync } from 'node:fs';
import { CLIENT_FILE, toClientText } from './client-types/client-text.ts';
import { DOCUMENT_FILES } from './openapi/document-file.ts';

writeFileSync(CLIENT_FILE, toClientText(JSON.parse(readFileSync(DOCUMENT_FILES.vendor, 'utf8'))));
process.stdout.write(`${CLIENT_FILE} is written.\n`);

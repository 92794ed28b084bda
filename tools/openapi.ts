/**
 * `npm run generate`: writes the document of a profile (`vendor` or `microsoft`, the argument) from the operations, with
 * examples captured from a local stack in this process.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseCommandLine } from '../dev/command-line.ts';
import { toEmulatorSettings } from '../dev/emulator-settings.ts';
import { startHost } from '../dev/host/server.ts';
import { startIssuer } from '../dev/issuer.ts';
import { startManagedIdentity } from '../dev/managed-identity.ts';
import { waitUntilReady } from '../dev/start/frontdesk.ts';
import { startTables } from '../dev/tables.ts';
import { startUpstream } from '../dev/upstream/index.ts';
import { CAPTURE_SETTINGS, type Running } from './openapi/capture.ts';
import { createDocument } from './openapi/document.ts';
import { DOCUMENT_FILES, formatDocument } from './openapi/document-file.ts';

const { positionals } = parseCommandLine(
  `Writes the OpenAPI document of a profile, with examples from a local stack.

  npx tsx tools/openapi.ts [vendor | microsoft]   (default: vendor)
  npm run generate                                 both documents, and the client's types`,
  {},
  ['vendor', 'microsoft'],
);
const profile = positionals[0] === 'microsoft' ? 'microsoft' : 'vendor';
// The app's own lines, its metrics among them.
console.info = () => {};
const { running, close } = await startStack();
try {
  writeFileSync(DOCUMENT_FILES[profile], formatDocument(await createDocument(running, profile)));
  process.stdout.write(`${DOCUMENT_FILES[profile]} written.\n`);
} finally {
  await close();
}

/** Starts the local stack with the sample settings on free ports. */
async function startStack(): Promise<{ running: Running; close(): Promise<void> }> {
  const [issuer, identity, upstream, tables] = await Promise.all([
    startIssuer({ port: 0 }),
    startManagedIdentity({ port: 0 }),
    startUpstream({ port: 0, profile }),
    startTables({ port: 0 }),
  ]);
  const { Values: sample } = JSON.parse(readFileSync('local.settings.sample.json', 'utf8'));
  Object.assign(process.env, sample, toEmulatorSettings({ issuer, identity, upstream, tables }, profile), {
    CLOUD_PROFILE: profile,
    IDENTITY_HEADER: identity.header,
    // The sample's is in a table, which is empty here.
    ACCESS_POLICY: readFileSync('dev/access-policy.json', 'utf8'),
    ...CAPTURE_SETTINGS,
  });
  const host = await startHost({
    rootDir: process.cwd(),
    port: 0,
    load: () => import('../functions/index.ts'),
    log: () => {},
  });
  await waitUntilReady(host.url);
  return {
    running: { url: host.url, upstreamUrl: upstream.url, issueToken: issuer.issueToken },
    async close() {
      for (const server of [host, upstream, identity, issuer, tables]) await server.close();
    },
  };
}

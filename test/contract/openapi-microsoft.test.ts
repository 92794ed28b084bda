import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { buildPages } from '../../tools/build.mjs';
import { CAPTURE_SETTINGS } from '../../tools/openapi/capture.ts';
import { createDocument } from '../../tools/openapi/document.ts';
import { DOCUMENT_FILES, formatDocument } from '../../tools/openapi/document-file.ts';
import { startStack } from '../support/stack.ts';

await buildPages(process.cwd());
const stack = await startStack({
  profile: 'microsoft',
  settings: { ...CAPTURE_SETTINGS, PAGES: 'docs', PAGES_CLIENT_ID: 'portal' },
});
const text = readFileSync(DOCUMENT_FILES.microsoft, 'utf8');

it("the live cloud's document matches the operations; update it with `npm run generate`", async () => {
  const { url, upstream, issueToken } = stack;
  const today = await createDocument({ url, upstreamUrl: upstream.url, issueToken }, 'microsoft');
  expect(text).toBe(formatDocument(today));
});

it('has the names of the live cloud', () => {
  expect(Object.keys(JSON.parse(text).paths)).toContain('/v2.0/companies({companyId})/items({itemId})');
  expect(text).toContain('"Microsoft.AzureFunction"');
  expect(text).not.toMatch(/Vendor\.[A-Z]|vendor-docs/);
});

it('is served by a deployment of this profile', async () => {
  const { json } = await stack.send('GET', '/openapi.json', { token: null });
  expect(json.servers).toEqual([{ url: stack.url }]);
  expect(Object.keys(json.paths)).toEqual(Object.keys(JSON.parse(text).paths));
});

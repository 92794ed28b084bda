import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toProfilePath } from '../../client/src/client.ts';
import { ROUTES } from '../../client/src/schema.ts';
import type { ProfileName } from '../../lib/profiles.ts';
import { CLIENT_FILES, generateClientTypes } from '../../tools/client-types/generate.ts';
import { EXAMPLE_FILES, generateExamples } from '../../tools/client-types/generate-examples.ts';
import { measureClient } from '../../tools/generate/client-size.ts';
import { DOCUMENT_FILES } from '../../tools/openapi/document-file.ts';

const read = (profile: ProfileName) => JSON.parse(readFileSync(DOCUMENT_FILES[profile], 'utf8'));
const documents = { vendor: read('vendor'), microsoft: read('microsoft') };
const readme = readFileSync('client/README.md', 'utf8');
const readFiles = (directory: string) =>
  Object.fromEntries(readdirSync(directory).map((file) => [file, readFileSync(join(directory, file), 'utf8')]));

it('has the types, routes and examples of the OpenAPI documents: run `npm run generate`', () => {
  const types = generateClientTypes(documents);
  for (const profile of ['vendor', 'microsoft'] as const) {
    expect(readFileSync(CLIENT_FILES[profile], 'utf8')).toBe(types[profile]);
    expect(readFileSync(EXAMPLE_FILES[profile], 'utf8')).toBe(generateExamples(documents[profile], profile));
  }
});

it('the paths of its routes are those of the documents, in both profiles', () => {
  for (const profile of ['vendor', 'microsoft'] as const) {
    const { paths } = documents[profile];
    for (const [name, { path }] of Object.entries(ROUTES)) {
      const methods = paths[toProfilePath(path, profile)] ?? {};
      expect(Object.values<{ operationId: string }>(methods).map(({ operationId }) => operationId)).toContain(name);
    }
  }
});

it('has the licence of the repository', () => {
  expect(readFileSync('client/LICENSE', 'utf8')).toBe(readFileSync('LICENSE', 'utf8'));
});

it('has no dependencies and imports nothing: it runs in browsers and in Node', () => {
  const manifest = JSON.parse(readFileSync('client/package.json', 'utf8'));
  expect(Object.keys(manifest)).not.toContain('dependencies');
  const sources = Object.values(readFiles('client/src'));
  const imported = sources.flatMap((source) => Array.from(source.matchAll(/from '([^']+)'/g), ([, from]) => from));
  expect(imported.length).toBeGreaterThan(2);
  // For those who have them; of TanStack's only types.
  expect(new Set(imported.filter((from) => !from?.startsWith('./')))).toEqual(new Set(['msw', '@tanstack/query-core']));
  expect(sources.join('')).not.toMatch(/^import \{.*'@tanstack/m);
  expect(manifest.peerDependenciesMeta).toEqual({
    '@tanstack/query-core': { optional: true },
    msw: { optional: true },
  });
  expect(sources.join('')).not.toMatch(/\b(?:process|Buffer|require|__dirname)\b/);
});

it('has the size that its README states', async () => {
  expect(readme).toContain(`**${await measureClient()} KB** minified and gzipped`);
});

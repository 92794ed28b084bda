import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { createFrontdeskClient } from '../../client/src/client.ts';
import { CLIENT_FILE, toClientText } from '../../tools/client-types/client-text.ts';
import { startStack } from '../support/stack.ts';
import * as examples from './examples.ts';

const stack = await startStack();
const readme = readFileSync('client/README.md', 'utf8');

/** The text without its layout: the README is indented otherwise than the code. */
const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim();

describe('the client package', () => {
  it('has the types and routes of the document: `npm run openapi` writes them', () => {
    const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
    expect(readFileSync(CLIENT_FILE, 'utf8')).toBe(toClientText(document));
  });

  it('depends on nothing and imports nothing: it runs in browsers and in Node', () => {
    const manifest = JSON.parse(readFileSync('client/package.json', 'utf8'));
    expect(Object.keys(manifest)).not.toContain('dependencies');
    const sources = readdirSync('client/src').map((file) => readFileSync(`client/src/${file}`, 'utf8'));
    const imported = sources.flatMap((source) => Array.from(source.matchAll(/from '([^']+)'/g), ([, from]) => from));
    expect(imported.length).toBeGreaterThan(2);
    expect(imported.filter((from) => !from?.startsWith('./'))).toEqual([]);
    expect(sources.join('')).not.toMatch(/\b(?:process|Buffer|require|__dirname)\b/);
  });

  it('is as small as its README says', async () => {
    const { outputFiles } = await build({
      entryPoints: ['client/src/index.ts'],
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
    });
    const [minified] = outputFiles.map(({ contents }) => contents);
    const said = /\*\*([\d.]+) KB\*\* minified and gzipped/.exec(readme)?.[1];
    expect((gzipSync(minified ?? '', { level: 9 }).length / 1000).toFixed(1)).toBe(said);
  });
});

describe('the README of the client', () => {
  const source = squeeze(readFileSync('test/client/examples.ts', 'utf8'));
  const blocks = Array.from(readme.matchAll(/```ts\n([\s\S]*?)```/g), ([, code]) => code ?? '').slice(1);
  const client = createFrontdeskClient({ baseUrl: stack.url, getToken: () => stack.issueToken({}) });

  it('shows an example of every operation', () => {
    for (const name of Object.keys(client))
      expect(blocks.filter((block) => block.includes(`client.${name}`))).not.toEqual([]);
  });

  it('shows examples as they are checked and run here', () => {
    expect(blocks).toHaveLength(Object.keys(examples).length);
    for (const block of blocks) expect(source).toContain(squeeze(block));
  });

  it.each(Object.entries(examples))('the example of %s runs', async (name, run) => {
    const lines: unknown[][] = [];
    const console = { log: (...said: unknown[]) => lines.push(said) };
    const logged = stack.log.length;
    await run({ client, console, signal: AbortSignal.timeout(5_000) });
    const records = stack.log.slice(logged);
    expect(records.length).toBeGreaterThan(0);
    expect(records.filter(({ operation, status }) => operation !== name || Number(status) >= 400)).toEqual([]);
  });
});

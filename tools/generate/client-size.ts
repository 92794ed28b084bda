/** The size of the client, which its README states. */
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Returns kilobytes, minified and gzipped. */
export async function measureClient(): Promise<string> {
  const options = { bundle: true, minify: true, format: 'esm', write: false } as const;
  const { outputFiles } = await build({ entryPoints: ['client/src/index.ts'], ...options });
  return (gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length / 1000).toFixed(1);
}

export async function writeClientSize(): Promise<void> {
  const file = 'client/README.md';
  const size = await measureClient();
  writeFileSync(file, readFileSync(file, 'utf8').replace(/\*\*[\d.]+ KB\*\*/, `**${size} KB**`));
}

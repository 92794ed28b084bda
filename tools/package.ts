/**
 * `npm run package [-- --with-pages] [--root DIR]`: writes what is deployed, after `npm run build`: dist/frontdesk.zip,
 * and the same unpacked in dist/package, which azd zips by itself.
 */
import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { deflateSync } from 'fflate';
import { readContents } from './package/contents.ts';
import { toZip } from './package/zip.ts';

const { values } = parseArgs({
  options: {
    'with-pages': { type: 'boolean', default: false },
    root: { type: 'string', default: join(import.meta.dirname, '..') },
  },
});
const root = resolve(values.root);
const contents = await readContents(root, values['with-pages']);
const zip = toZip(contents);

const folder = join(root, 'dist/package');
await rm(folder, { recursive: true, force: true });
for (const [path, bytes] of contents) {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
}
await writeFile(join(root, 'dist/frontdesk.zip'), zip);

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`.padStart(12);
for (const [path, bytes] of contents) {
  console.log(`${kilobytes(bytes.length)}${kilobytes(deflateSync(bytes, { level: 9 }).length)}  ${path}`);
}
const unpacked = [...contents.values()].reduce((sum, { length }) => sum + length, 0);
console.log(`${kilobytes(unpacked)}${kilobytes(zip.length)}  dist/frontdesk.zip, ${contents.size} files`);
console.log(`sha256 ${createHash('sha256').update(zip).digest('hex')}`);

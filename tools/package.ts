/** `npm run build`: writes dist/frontdesk.zip and dist/package after a build. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { deflateSync } from 'fflate';
import { type Contents, readContents } from './package/contents.ts';
import { composeZip } from './package/zip.ts';

const USAGE = `Writes the files to deploy, after a build: dist/frontdesk.zip, and the same files in dist/package, which azd zips.

  npm run build
  npm run build -- --with-pages    includes the documentation and the console
  npm run build -- --root DIR      uses the build of another folder`;

const { values } = parseArgs({
  options: {
    'with-pages': { type: 'boolean', default: false },
    root: { type: 'string', default: join(import.meta.dirname, '..') },
    help: { type: 'boolean', short: 'h' },
  },
});
const root = resolve(values.root);
if (values.help) console.log(USAGE);
else if (existsSync(join(root, 'dist/main.cjs'))) await writePackage(root, values['with-pages']);
else {
  console.error(`${join(root, 'dist/main.cjs')} does not exist. Run npm run build first, or fix --root.`);
  process.exitCode = 1;
}

async function writePackage(root: string, withPages: boolean): Promise<void> {
  const contents = await readContents(root, withPages);
  const zip = composeZip(contents);
  const folder = join(root, 'dist/package');
  await rm(folder, { recursive: true, force: true });
  for (const [path, bytes] of contents) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
  await writeFile(join(root, 'dist/frontdesk.zip'), zip);
  printSizes(contents, zip);
}

/** Prints the size of each file, and compressed. */
function printSizes(contents: Contents, zip: Uint8Array): void {
  const format = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`.padStart(12);
  for (const [path, bytes] of contents) {
    console.log(`${format(bytes.length)}${format(deflateSync(bytes, { level: 9 }).length)}  ${path}`);
  }
  const unpacked = [...contents.values()].reduce((sum, { length }) => sum + length, 0);
  console.log(`${format(unpacked)}${format(zip.length)}  dist/frontdesk.zip, ${contents.size} files`);
  console.log(`sha256 ${createHash('sha256').update(zip).digest('hex')}`);
}

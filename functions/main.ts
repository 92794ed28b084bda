/**
 * What the host loads: the bundled app, run from V8's code cache, which the build leaves beside it, so that a cold start compiles
 * next to nothing (ADR 13). A cache is used as this very build of Node made it and not otherwise: V8 itself looks at its version and
 * flags, not at its patches nor for damage, and what it then reads ends the process.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

type Wrapped = (exports: object, require: NodeJS.Require, module: object, filename: string, dirname: string) => void;

const SUM_BYTES = 4;

const folder = import.meta.dirname;
const file = join(folder, 'app.cjs');
const source = readFileSync(file);

/** The app as V8 holds it; the build asks it for the cache. */
export const script = compile(readCache());
const app = { exports: {} };
(script.runInThisContext() as Wrapped)(app.exports, createRequire(file), app, file, folder);

/** As Node does it, on a line of its own, so that each of the app's keeps its place. */
function compile(cachedData: Buffer | undefined): Script {
  const wrapped = `(function (exports, require, module, __filename, __dirname) {\n${source}\n})`;
  return new Script(wrapped, { filename: file, lineOffset: -1, ...(cachedData && { cachedData }) });
}

/** Answers the cache where it may be used. */
function readCache(): Buffer | undefined {
  try {
    const sealed = readFileSync(join(folder, 'app.cache'));
    const cache = sealed.subarray(0, -SUM_BYTES);
    return sealed.subarray(-SUM_BYTES).equals(toSum(cache)) ? cache : undefined;
  } catch {
    return undefined;
  }
}

/** Answers what stands behind a cache: a sum over it, over the source, and over what tells one build of Node from another. */
export function toSum(cache: Buffer): Buffer {
  const node = JSON.stringify([process.versions, process.platform, process.config]);
  const sum = Buffer.alloc(SUM_BYTES);
  sum.writeUInt32LE(crc32(cache, crc32(source, crc32(node))));
  return sum;
}

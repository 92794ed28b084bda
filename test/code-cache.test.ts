import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundle, makeCache } from '../build.mjs';
import { type BuiltInstance, buildInstance } from './faults/built-instance.ts';
import { toEdgeSettings } from './support/edge-settings.ts';

const run = promisify(execFile);

/** Loads the app as the worker does; tells what V8 said of the cache, and how many functions there are. */
const load = `
  import { createRequire } from 'node:module';
  import { installWorker } from '${import.meta.resolve('../tools/worker-stub.mjs')}';
  const { functions } = installWorker();
  const { script } = createRequire(import.meta.url)(process.argv[1]);
  console.log(JSON.stringify({ functions: functions.size, isRejected: script?.cachedDataRejected }));
  process.exit();
`;

const nowhere = { url: 'http://127.0.0.1:1', endpoint: 'http://127.0.0.1:1/token', header: 'header' };
const env = {
  ...toEdgeSettings({
    issuer: nowhere,
    identity: nowhere,
    upstream: nowhere,
    tables: { connectionString: 'AccountName=table;AccountKey=a2V5;TableEndpoint=http://127.0.0.1:1/table' },
  }),
  ACCESS_POLICY: '{"grants":[{"roles":["Items.Read"],"resources":["*"]}]}',
};

interface Loaded {
  readonly functions: number;
  /** V8's verdict; undefined where it got no cache. */
  readonly isRejected?: boolean;
}

let built: BuiltInstance;
let root = '';
let path = '';
let cache = Buffer.alloc(0);
let functions = 0;

beforeAll(async () => {
  built = await buildInstance();
  root = join(dirname(built.app), '..');
  path = join(root, 'dist/app.cache');
  await makeCache(root);
  cache = await readFile(path);
  ({ functions } = await start([], 'app.cjs'));
  expect(functions).toBeGreaterThan(10);
}, 60_000);

afterAll(() => built.remove());

async function start(flags: readonly string[] = [], file = 'main.cjs'): Promise<Loaded> {
  const app = join(dirname(path), file);
  const { stdout } = await run(process.execPath, [...flags, '--input-type=module', '--eval', load, app], { env });
  return JSON.parse(stdout);
}

it('V8 takes the cache of the Node that built it', async () => {
  expect(await start()).toEqual({ functions, isRejected: false });
});

it('under other flags of V8 the app is compiled', async () => {
  expect(await start(['--max-old-space-size=200'])).toEqual({ functions, isRejected: true });
});

it('without a cache the app is compiled', async () => {
  await rm(path);
  expect(await start()).toEqual({ functions });
});

it.each([
  ['of which a byte is damaged', () => cache.map((byte, at) => (at === 20_000 ? byte ^ 0x55 : byte))],
  ['that was cut short', () => cache.subarray(0, -1_000)],
  ['that is empty', () => Buffer.alloc(0)],
  ['whose sum another Node or another source made', () => Buffer.concat([cache.subarray(0, -4), Buffer.alloc(4)])],
])('V8 never sees a cache %s: reading it would end the process', async (_, change) => {
  await writeFile(path, change());
  expect(await start()).toEqual({ functions });
});

it('to bundle again leaves no cache behind: it would be that of another source', async () => {
  await writeFile(path, cache);
  await bundle(root);
  expect(existsSync(path)).toBe(false);
});

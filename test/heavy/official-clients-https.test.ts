import { execFile } from 'node:child_process';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { listen } from '../../dev/server.ts';
import { createCertificate, startTlsServer } from '../../dev/tls.ts';
import { makeFolder } from '../support/folder.ts';
import { startStack } from '../support/stack.ts';

const folder = makeFolder('frontdesk-');
const { authority, certificate, key } = createCertificate();
await writeFile(join(folder, 'authority.pem'), authority);
await symlink(resolve('test/heavy/node_modules'), join(folder, 'node_modules'), 'junction');
const page = await readFile('docs/official-clients.md', 'utf8');
const snippets = Array.from(page.matchAll(/^```js\n(.*?)^```$/gms), ([, code]) => code).join('\n');
await writeFile(join(folder, 'snippets.mjs'), snippets);

// Frontdesk's links contain the TLS server's address, so its port is chosen before the start.
const { port, close } = await listen(createServer(), 0);
await close();
const url = `https://127.0.0.1:${port}`;
const stack = await startStack({
  profile: 'microsoft',
  settings: { PUBLIC_BASE_URL: url, LOGIN_REDIRECT_ORIGINS: url },
});
const front = await startTlsServer({ port, target: Number(new URL(stack.url).port), certificate, key });
afterAll(async () => {
  await front.close();
});

const TOKEN = await stack.issueToken({});
const trust = { NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem') };

/** Returns the printed lines. Throws with the script's output if it fails. */
async function run(script: string, env: Readonly<Record<string, string>>): Promise<string[]> {
  const child = { env: { ...process.env, FRONTDESK: url, TOKEN, ...env } };
  return (await promisify(execFile)(process.execPath, [script], child)).stdout.trimEnd().split('\n');
}

it('the code in docs/official-clients.md runs over https with a local certificate', async () => {
  expect(await run(join(folder, 'snippets.mjs'), trust)).toEqual([
    'authorization trial true',
    'diagnostic applicationinsights 50',
    'health events 16',
    'authorizations 2',
    'diagnostics 1',
    'subscription events 16',
    'streaming jobs 2',
    'streaming job trial Succeeded',
    'model copy 200 invoices-trial',
    'restore sessions 16',
    'restore points 5',
    'restore session deleted',
    'batch 200 completed',
    'item 200 Bicycle',
  ]);
}, 60_000);

it('no client sends a request if it does not trust the certificate', async () => {
  const calls = (await stack.upstream.calls()).length;
  await expect(run(join(folder, 'snippets.mjs'), {})).rejects.toThrow(/self-signed certificate/i);
  expect((await stack.upstream.calls()).length).toBe(calls);
});

it('42 calls of the official clients do what the live service would', async () => {
  await stack.upstream.reset();
  await stack.upstream.control('modes', { moveMs: 0 });
  expect((await run('test/heavy/drive.mjs', trust)).at(-1)).toMatch(/^42 of 42; not offered: /);
}, 60_000);

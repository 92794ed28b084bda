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
import { build, describeCSharp } from './dotnet.ts';

const folder = makeFolder('frontdesk-');
const { authority, certificate, key } = createCertificate();
await writeFile(join(folder, 'authority.pem'), authority);
await symlink(resolve('test/heavy/node_modules'), join(folder, 'node_modules'), 'junction');
const page = await readFile('docs/official-clients.md', 'utf8');
const readCode = (language: string) =>
  Array.from(page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms')), ([, code = '']) => code);
await writeFile(join(folder, 'snippets.mjs'), readCode('js').join('\n'));

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

it('the JavaScript of docs/official-clients.md runs over https with a local certificate', async () => {
  expect(await run(join(folder, 'snippets.mjs'), trust)).toEqual(['authorization trial true']);
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

describeCSharp('C#', () => {
  it('the code of docs/official-clients.md does what its sentences say', async () => {
    const code = readCode('csharp');
    // Statements come before types.
    const [types = '', ...statements] = code.toReversed();
    const checks = await readFile('test/heavy/csharp/OfficialChecks.cs', 'utf8');
    await writeFile(join(folder, 'Official.cs'), [...statements.toReversed(), checks, types].join('\n'));
    const runProgram = await build('official', [], folder);
    await stack.upstream.reset();
    await stack.upstream.control('modes', { moveMs: 0 });
    for (const path of ['/stopped?', '/repeated?'])
      await stack.upstream.fault({ api: 'arm', method: 'PUT', path, fault: { kind: 'reset', processed: true } });
    const printed = await runProgram({ FRONTDESK: url, TOKEN, SSL_CERT_FILE: join(folder, 'authority.pem') });
    expect(printed.trimEnd().split('\n')).toEqual([
      'csharp, 36, 5',
      'entity tag: ArgumentException',
      ...['tags: 404', 'resource group: 404', 'subscription: 404', 'api-version: 404'],
      'Graph with a credential: 401',
      ...['chunked body: 411', 'buffered body: ok'],
      ...['lost, stopped: 502', 'lost, repeated: 412'],
    ]);
  }, 480_000);
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { listen } from '../../dev/server.ts';
import { createCertificate, startTlsServer } from '../../dev/tls.ts';
import { startStack } from '../support/stack.ts';
import { PRINTED, runSnippets } from './snippets.ts';

const folder = await mkdtemp(join(tmpdir(), 'frontdesk-'));
const { authority, certificate, key } = createCertificate();
await writeFile(join(folder, 'certificate.pem'), authority);

// Frontdesk's links contain the TLS server's address, so its port is chosen before the start.
const { port, close } = await listen(createServer(), 0);
await close();
const url = `https://127.0.0.1:${port}`;
const stack = await startStack({ profile: 'microsoft', settings: { PUBLIC_BASE_URL: url } });
const front = await startTlsServer({ port, target: Number(new URL(stack.url).port), certificate, key });
afterAll(async () => {
  await front.close();
  await rm(folder, { recursive: true });
});

const TOKEN = await stack.issueToken({});

it('the code in docs/official-clients.md runs over https with a local certificate', async () => {
  const env = { FRONTDESK: url, TOKEN, NODE_EXTRA_CA_CERTS: join(folder, 'certificate.pem') };
  expect(await runSnippets('https', env)).toEqual(PRINTED);
}, 60_000);

it('no client sends a request if it does not trust the certificate', async () => {
  const calls = (await stack.upstream.calls()).length;
  await expect(runSnippets('https', { FRONTDESK: url, TOKEN })).rejects.toThrow(/self-signed certificate/i);
  expect((await stack.upstream.calls()).length).toBe(calls);
});

it('the code for https sends no token over http', async () => {
  await expect(runSnippets('https', { FRONTDESK: stack.url, TOKEN })).rejects.toThrow(
    'Bearer token authentication is not permitted for non-TLS protected (non-https) URLs.',
  );
});

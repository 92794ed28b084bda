/** `npm run https`: serves the running stack over TLS, too, for clients that send their token only over https. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readStackFile } from './start/stack-file.ts';
import { waitForStop } from './start/stop.ts';
import { createCertificate, startTlsServer } from './tls.ts';

const usage = `Serves the running local stack over TLS, too, with a certificate of its own authority.

  npm run https -- [options]

  --port N     port (default: 7443)
  --root DIR   folder of the function app whose stack runs (default: this repository)
  --help       prints this text`;

try {
  await main();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '7443' },
      root: { type: 'string', default: join(import.meta.dirname, '..') },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return void process.stdout.write(`${usage}\n`);
  const stack = await readStackFile(resolve(values.root));
  if (!stack) throw new Error('No local stack is running. Start it with npm start.');
  const { authority, certificate, key } = createCertificate();
  const target = Number(new URL(stack.frontdesk).port);
  const { url, close } = await startTlsServer({ port: Number(values.port), target, certificate, key });
  const file = resolve(values.root, '.local', 'certificate.pem');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, authority);
  process.stdout.write(
    `Frontdesk is also at ${url}. Its certificate is valid for one day; a client that trusts the authority takes it. For Node, set\nNODE_EXTRA_CA_CERTS=${file}\n`,
  );
  await waitForStop();
  await close();
}

/** `npm run https`: serves the running stack over TLS, too, for clients that send their token only over https. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createSelfSigned } from './self-signed.ts';
import { readStackFile } from './start/stack-file.ts';
import { startTlsServer } from './tls-server.ts';

const usage = `Serves the running local stack over TLS, too, with a self-signed certificate.

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
  const { certificate, key } = createSelfSigned();
  const target = Number(new URL(stack.frontdesk).port);
  const { url } = await startTlsServer({ port: Number(values.port), target, certificate, key });
  const file = resolve(values.root, '.local', 'certificate.pem');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, certificate);
  process.stdout.write(
    `Frontdesk is also at ${url}. The certificate is valid for one day; to trust it in a Node client, set\nNODE_EXTRA_CA_CERTS=${file}\n`,
  );
}

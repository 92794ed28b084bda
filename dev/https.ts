/** `npm run https`: the stack that runs, over TLS as well, for clients that send their token over nothing else. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createSelfSigned } from './self-signed.ts';
import { readStackFile } from './start/stack-file.ts';
import { startTlsFront } from './tls-front.ts';

const usage = `Serves the local stack that runs over TLS as well, with a certificate that signs itself.

  npm run https -- [options]

  --port N     instead of 7443
  --root DIR   the function app whose stack runs, instead of this repository
  --help`;

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
  if (!stack) throw new Error('No stack runs here: start one with npm start.');
  const { certificate, key } = createSelfSigned();
  const target = Number(new URL(stack.frontdesk).port);
  const { url } = await startTlsFront({ port: Number(values.port), target, certificate, key });
  const file = resolve(values.root, '.local', 'certificate.pem');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, certificate);
  process.stdout.write(
    `Frontdesk answers at ${url}, too. Its certificate is valid for a day; a Node client trusts it by\nNODE_EXTRA_CA_CERTS=${file}\n`,
  );
}

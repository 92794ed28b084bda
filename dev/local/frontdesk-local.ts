#!/usr/bin/env node
/** `npx frontdesk-local [command]`: the local stack without the repository. Its state is in `.frontdesk-local`, below the current folder. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runStart } from '../start/run.ts';
import type { Installation } from '../start/stack.ts';
import { readStackFile, trustAuthority } from '../start/stack-file.ts';

const usage = `  npx frontdesk-local [options]           starts the stack; --help has the options
  npx frontdesk-local token [options]     prints an access token; --help has the options
  npx frontdesk-local reset | fault …     changes the running stack; fault --help has all
  npx frontdesk-local where | stop        prints the addresses; stops it
`;

const root = join(import.meta.dirname, 'app');
const installation: Installation = {
  root,
  commands: { start: 'npx frontdesk-local', token: 'npx frontdesk-local token' },
  hostCommand: ['--import', join(import.meta.dirname, 'exit-with-parent.js'), join(import.meta.dirname, 'host.js')],
};

const [command = '', ...operands] = process.argv.slice(2);
process.env['FRONTDESK_STATE'] ??= createState(resolve('.frontdesk-local'));
// The policy of the repository is in a table, which its tools fill.
process.env['ACCESS_POLICY'] ??= join(root, 'access-policy.json');
process.env['FRONTDESK_HOST'] = 'local';
process.env['FRONTDESK_COMMAND'] = 'npx frontdesk-local';
if (command === 'token') {
  // It may run this command again.
  trustAuthority(await readStackFile(root));
  process.argv.splice(2, 1);
  await import('../token.ts');
} else if (command === '' || command.startsWith('-')) {
  if (command === '--help') process.stdout.write(`${usage}\n`);
  process.exit(await runStart([command, ...operands].filter(Boolean), installation));
} else {
  await import('../stack.ts');
}

/** Git ignores what a stack keeps. */
function createState(folder: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '.gitignore'), '*\n');
  return folder;
}

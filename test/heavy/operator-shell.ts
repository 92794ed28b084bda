/** Runs lines of the runbook as pasted into a shell: `az`, `azd` and `gh` are stand-ins that a test listens to; the rest is real. */
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { delimiter, join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import { listen } from '../../dev/server.ts';
import { makeFolder } from '../support/folder.ts';
import { runProgram, writeProgram } from '../support/program.ts';

const runbook = readFileSync('docs/runbook.md', 'utf8');
const readBlocks = (text: string) =>
  Array.from(text.matchAll(/^ *```sh( \w+)?\n([\s\S]*?)^ *```/gm), ([, name = '', code = '']) => ({
    name: name.trim(),
    code: code.replace(/^ {3}/gm, ''),
  }));
const [prelude] = readBlocks(runbook.split(/^## /m)[0] ?? '');

/** Returns the named lines of a section, after those that commands begin with. */
export function readLines(section: string, name: string): string {
  const text = runbook.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? '';
  const block = readBlocks(text).find((each) => each.name === name);
  if (!prelude || !block) throw new Error(`The runbook has no lines ${name} in ${section}`);
  return `${prelude.code}\n${block.code}`;
}

/** Gets the words of a command, the program first. Returns what it prints, or undefined if it knows no such command. */
export type Command = (words: readonly string[]) => Promise<string | undefined> | string | undefined;

/** Starts the stand-ins. Returns a function that runs lines and resolves with what they print. @throws if a line fails. */
export async function startShell(command: Command) {
  const folder = makeFolder('operator-');
  const server = await listen(
    createServer((request, response) => {
      const respond = async () => {
        const printed = await command(JSON.parse(await readText(request)));
        response.writeHead(printed === undefined ? 400 : 200).end(printed);
      };
      void respond();
    }),
    0,
  );
  afterAll(async () => {
    await server.close();
  });
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const program of ['az', 'azd', 'gh']) {
    const script = `#!/usr/bin/env node
const body = JSON.stringify(['${program}', ...process.argv.slice(2)]);
fetch('${server.url}', { method: 'POST', body }).then(async (response) => {
  process.stdout.write(await response.text());
  if (!response.ok) process.exitCode = 2;
});`;
    writeProgram(join(bin, program), script);
  }
  return async (lines: string, variables: Readonly<Record<string, string>> = {}): Promise<string> => {
    const env = { ...process.env, ...variables, PATH: `${bin}${delimiter}${process.env['PATH']}`, no_proxy: '*' };
    const { code, stdout, stderr } = await runProgram('bash', ['-euc', lines], { env });
    if (code !== 0) throw new Error(`${stdout}${stderr}`);
    return stdout;
  };
}

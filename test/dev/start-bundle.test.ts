import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readStackFile } from '../../dev/start/stack-file.ts';
import { createApp, settingsApp, spawnStart } from './fixtures/start-app.ts';

const tasks = JSON.parse(readFileSync('.vscode/tasks.json', 'utf8'));
const { problemMatcher } = tasks.tasks[0] as { readonly problemMatcher: ProblemMatcher };

it('prints the place of the error if Frontdesk cannot be bundled, as the task of VS Code expects it', async () => {
  const start = spawnStart(await createApp('const unfinished = ('), { FRONTDESK_HOST: 'local' });
  expect(await start.exitCode).toBe(1);
  expect(findProblem(start.output())).toEqual({ file: 'functions/index.ts', line: '1', message: expect.any(String) });
});

it('bundles again and restarts Frontdesk after a change, between the lines that the task of VS Code expects', async () => {
  const root = await createApp(settingsApp);
  const start = spawnStart(root, { FRONTDESK_HOST: 'local' });
  await start.ready;
  const { frontdesk } = (await readStackFile(root)) ?? {};
  const source = join(root, 'functions', 'index.ts');
  await replaceFile(source, 'const unfinished = (');
  await expect.poll(start.output).toMatch(/^Not bundled: /m);
  expect(findProblem(start.output())).toMatchObject({ file: 'functions/index.ts' });
  expect((await fetch(`${frontdesk}/settings`)).status).toBe(200);
  await replaceFile(source, settingsApp.replace("serve('settings'", "serve('changed'"));
  await expect.poll(start.output, { timeout: 20_000 }).toMatch(/^Ready again in \d\.\d s\.$/m);
  expect((await fetch(`${frontdesk}/changed`)).status).toBe(200);

  const { beginsPattern, endsPattern } = problemMatcher.background;
  const marks = start
    .output()
    .split('\n')
    .filter((line) => RegExp(`${beginsPattern}|${endsPattern}`).test(line));
  const kinds = marks.map((line) => (RegExp(beginsPattern).test(line) ? 'begins' : 'ends'));
  expect(kinds).toEqual(['begins', 'ends', 'begins', 'ends', 'begins', 'ends']);
});

/** At once: a file that is found empty, then filled, is bundled twice. */
async function replaceFile(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}

interface ProblemMatcher {
  readonly pattern: readonly {
    readonly regexp: string;
    readonly file?: number;
    readonly line?: number;
    readonly message?: number;
  }[];
  readonly background: { readonly beginsPattern: string; readonly endsPattern: string };
}

/** Returns the first problem as VS Code finds it: each pattern must match the line after the previous one's. */
function findProblem(output: string): Record<string, string | undefined> | undefined {
  const { pattern } = problemMatcher;
  const lines = output.split('\n');
  for (const start of lines.keys()) {
    const matches = pattern.map(({ regexp }, index) => RegExp(regexp).exec(lines[start + index] ?? ''));
    if (matches.some((match) => match === null)) continue;
    const capture = (name: 'file' | 'line' | 'message') =>
      pattern.flatMap((step, index) => (step[name] === undefined ? [] : [matches[index]?.[step[name]]]))[0];
    return { file: capture('file'), line: capture('line'), message: capture('message') };
  }
  return undefined;
}

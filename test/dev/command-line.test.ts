import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const SCRIPTS = [
  'bench/run.ts',
  'bench/scale.ts',
  'bench/soak.ts',
  'bench/expired-rows.ts',
  'bench/start.ts',
  'test/fuzz/run.ts',
  'tools/openapi.ts',
];

async function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const running = promisify(execFile)(process.execPath, ['--import', 'tsx', ...args]);
  return running.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

it.each(SCRIPTS)('%s has a help, which does nothing else', async (script) => {
  const { code, stdout, stderr } = await run(script, '--help');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^[A-Z][^\n]+\.\n\n {2}np[mx] /);
});

it.each(['bench/run.ts', 'bench/scale.ts'])('%s refuses an unknown name and lists the known ones', async (script) => {
  const { code, stdout, stderr } = await run(script, '--only', 'nonsense');
  expect(code).toBe(2);
  expect(stdout).not.toContain('|');
  expect(stderr).toMatch(/^No name contains 'nonsense'\. Names: \w[^;\n]+; \w/);
});

it.each([
  ['an option that it does not have', 'bench/start.ts', '--nonsense'],
  ['an argument that it does not know', 'tools/openapi.ts', 'nonsense'],
])('%s is told in a line, above the help', async (_, script, argument) => {
  const { code, stdout, stderr } = await run(script, argument);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr.split('\n')[0]).toContain('nonsense');
  expect(stderr).not.toContain('    at ');
});

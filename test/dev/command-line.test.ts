import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', 'tools/openapi.ts', ...args]).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

it('a script has a help, which does nothing else', async () => {
  const { code, stdout, stderr } = await run('--help');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^[A-Z][^\n]+\.\n\n {2}np[mx] /);
});

it('an option or an argument that it does not have is told in a line, above the help', async () => {
  for (const argument of ['--nonsense', 'nonsense']) {
    const { code, stdout, stderr } = await run(argument);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.split('\n')[0]).toContain('nonsense');
    expect(stderr).not.toContain('    at ');
  }
});

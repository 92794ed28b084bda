import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const script = `
import { parseCommandLine } from './dev/command-line.ts';
parseCommandLine('Does it.', { number: { type: 'string' } }, ['all']);
process.stdout.write('done');
`;
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    '--input-type=module',
    '--eval',
    script,
    'it',
    ...args,
  ]).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

it.each([
  [['--help'], { code: 0, stdout: 'Does it.\n', stderr: '' }],
  [['all', '--number', '2'], { code: 0, stdout: 'done', stderr: '' }],
  [['some'], { code: 2, stdout: '', stderr: "'some' is none of all.\n\nDoes it.\n" }],
  [
    ['--nonsense'],
    { code: 2, stdout: '', stderr: expect.stringMatching(/^Unknown option '--nonsense'.*\n\nDoes it\.\n$/) },
  ],
])(
  'a script that is called with %j prints its help and does nothing else, or a mistake in a line',
  async (args, expected) => {
    expect(await run(...args)).toEqual(expected);
  },
);

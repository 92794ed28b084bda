import { afterEach, expect, it, vi } from 'vitest';
import { parseCommandLine } from '../../dev/command-line.ts';

const { argv } = process;
afterEach(() => {
  vi.restoreAllMocks();
  process.argv = argv;
});

it.each<[string[], string]>([
  [['--help'], '0: Does it.\n'],
  [['some'], "2: 'some' is not one of all.\n\nDoes it.\n"],
  [['--nonsense'], "2: Unknown option '--nonsense'"],
])(
  'a script that is called with %j prints its help and does nothing else, or a mistake in a line',
  (args, expected) => {
    process.argv = [...argv.slice(0, 2), ...args];
    const printed: unknown[] = [];
    for (const stream of [process.stdout, process.stderr])
      vi.spyOn(stream, 'write').mockImplementation((text) => printed.push(text) > 0);
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Error(`${code}: ${printed.join('')}`);
    });
    expect(() => parseCommandLine('Does it.', { number: { type: 'string' } }, ['all'])).toThrow(expected);
  },
);

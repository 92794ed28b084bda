/** The arguments of the scripts that measure, generate and search: each has a help, and a mistake is one line. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<O extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: O; allowPositionals: boolean; strict: true }>
>;

/** Returns options and positional arguments. For `--help`, and for what is no option, it prints `usage` and ends the process. */
export function parseCommandLine<O extends Options>(usage: string, options: O, positionals: readonly string[] = []) {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) return end(0, usage);
  try {
    const parsed = parseArgs({ args, options, allowPositionals: positionals.length > 0, strict: true }) as Parsed<O>;
    const unknown = parsed.positionals.find((each) => !positionals.includes(each));
    if (unknown !== undefined) throw new Error(`'${unknown}' is not one of ${positionals.join(', ')}.`);
    return parsed;
  } catch (error) {
    return end(2, `${(error as Error).message}\n\n${usage}`);
  }
}

function end(code: number, text: string): never {
  (code === 0 ? process.stdout : process.stderr).write(`${text}\n`);
  process.exit(code);
}

/** The arguments of the commands: each has a help, and a mistake is one line. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** How a person starts the stack: of the repository, or of the package. */
export const startCommand = process.env['FRONTDESK_COMMAND'] ?? 'npm start --';

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<O extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: O; allowPositionals: boolean; strict: true }>
>;

/** Returns options and positional arguments. For `--help`, and for what is no option, it prints `usage` and ends the process. */
export function parseCommandLine<const O extends Options>(
  usage: string,
  options: O,
  positionals: readonly string[] | 'any' = [],
) {
  const args = joinNegativeNumbers(process.argv.slice(2));
  if (args.includes('--help') || args.includes('-h')) return end(0, usage);
  try {
    const parsed = parseArgs({ args, options, allowPositionals: positionals.length > 0, strict: true }) as Parsed<O>;
    const unknown = positionals === 'any' ? undefined : parsed.positionals.find((each) => !positionals.includes(each));
    if (unknown !== undefined) throw new Error(`'${unknown}' is not one of ${[...positionals].join(', ')}.`);
    return parsed;
  } catch (error) {
    return end(2, `${(error as Error).message}\n\n${usage}`);
  }
}

/** Runs a command. A failure is one line, and the exit code 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}

/** parseArgs reads `--seconds -60` as two options; `--seconds=-60` works. */
function joinNegativeNumbers(args: readonly string[]): string[] {
  const isNegative = (at: number) => /^-\d/.test(args[at] ?? '') && args[at - 1]?.startsWith('--');
  return args.flatMap((arg, at) => (isNegative(at) ? [] : isNegative(at + 1) ? `${arg}=${args[at + 1]}` : arg));
}

function end(code: number, text: string): never {
  (code === 0 ? process.stdout : process.stderr).write(`${text}\n`);
  process.exit(code);
}

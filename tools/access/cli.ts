/** What the commands of `npm run access` share: output, and failures that the person at the terminal can act on. */
import { createInterface } from 'node:readline/promises';

/** Ends the command with its message; 1: not done, 2: wrong usage. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/** Asks the person at the terminal. @throws CliError unless the answer is yes; where nobody is there to ask, too. */
export async function confirm(
  question: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
) {
  if (!input.isTTY)
    throw new CliError('Nothing was changed: nobody is at the terminal. Look at it with --dry-run, then add --yes.', 2);
  const terminal = createInterface({ input, output });
  try {
    const answer = await terminal.question(`${question} [y/N] `);
    if (!/^y(?:es)?$/i.test(answer.trim())) throw new CliError('Nothing was changed.');
  } finally {
    terminal.close();
  }
}

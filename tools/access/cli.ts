/** What the commands of `npm run access` share: output, and failures that the person at the terminal can act on. */

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

/** What the commands of `npm run access` share: output, and failures that the person at the terminal can act on. */

import { createInterface } from 'node:readline/promises';
import type { RestError } from '@azure/data-tables';

/** Ends the command with its message; 1: not done, 2: wrong usage. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Prints text of ours, of one or more lines. What it has from a file cannot move the cursor: what is not seen is escaped. */
export function print(text: string): void {
  process.stdout.write(`${text.split('\n').map(showInvisible).join('\n')}\n`);
}

/** Prints one line, whose line breaks come from a table or a file: they are escaped, too. */
export function printLine(line: string): void {
  process.stdout.write(`${showInvisible(line)}\n`);
}

/** Returns the text with control, bidirectional and other invisible characters as `\\u{d}`. */
export function showInvisible(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** Returns what failed, and what to do where that is known; never a stack trace. */
export function describeFailure(error: unknown): string {
  if (error instanceof CliError) return error.message;
  const { name, code, statusCode, message } = error as Error & { code?: string; statusCode?: number };
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return `The table service cannot be reached (${code}): start the local stack (npm start), or name an account with --table-endpoint.`;
  if (isNetworkRefusal(error))
    return 'The network rules of the storage account refuse this machine (403 AuthorizationFailure): run this from inside the virtual network (docs/deploy.md#network).';
  if (statusCode === 401 || statusCode === 403)
    return `The table service refuses you (${statusCode}): you need Storage Table Data Contributor on the policy's table, or Storage Table Data Reader to look (docs/deploy.md).`;
  if (name === 'CredentialUnavailableError' || name === 'AggregateAuthenticationError')
    return 'You are not signed in: az login.';
  return `Not done: ${message.split('\n')[0]}`;
}

/** Whether the table service refuses the network that a call came from, and not who called. */
export function isNetworkRefusal(error: unknown): boolean {
  const { statusCode, response } = error as Pick<RestError, 'statusCode' | 'response'>;
  return statusCode === 403 && response?.headers.get('x-ms-error-code') === 'AuthorizationFailure';
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

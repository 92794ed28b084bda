/** What an answer says of the members that failed. */
import type { Answer } from './stack.ts';

/** Answers each failing member as `target: message`, from the shapes that have a list of details (spec 1 and 3, Error objects). */
export function listFailures({ json }: Answer): string[] {
  const details: readonly { readonly target: string; readonly message: string }[] = json.error.details ?? [];
  return details.map(({ target, message }) => `${target}: ${message}`);
}

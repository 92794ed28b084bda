/** Reads the details of a validation error. */
import type { TestResponse } from './stack.ts';

/** Returns each failing member as `target: message`, from the shapes that have a list of details (S1-52, S1-53, S3-28). */
export function listFailures({ json }: TestResponse): string[] {
  const details: readonly { readonly target: string; readonly message: string }[] = json.error.details ?? [];
  return details.map(({ target, message }) => `${target}: ${message}`);
}

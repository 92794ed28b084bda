import * as z from 'zod';

/** Returns one line that names the file and everything wrong in it. */
export function describeJsonError(file: string, error: unknown): string {
  const problems =
    error instanceof z.ZodError
      ? error.issues
          .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
          .join('; ')
      : (error as Error).message;
  return `${file} is invalid, or uses what the built-in host does not support: ${problems}`;
}

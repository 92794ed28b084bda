/** Whether an error is one to wait for, or one that needs a person or a change of the program. */
import { isTransient } from './error.ts';

/** Of the errors of `getToken` only those of its network pass by themselves: MSAL names them in `errorCode`, `fetch` in its message. */
export function passesByItself(error: unknown, signal: AbortSignal | undefined): boolean {
  const { errorCode, message } = Object(error) as { readonly errorCode?: unknown; readonly message?: unknown };
  return (
    isTransient(error, signal) ||
    (!signal?.aborted &&
      (/network|timed_?out/i.test(`${errorCode}`) ||
        (error instanceof TypeError && /fetch|network|load failed/i.test(`${message}`))))
  );
}

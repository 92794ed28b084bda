import { FrontdeskError } from '@frontdesk/client';
import { needsSignIn, signIn } from './auth.ts';

/** What a person can do about an error. */
function advise(error: Error): string {
  if (!(error instanceof FrontdeskError)) return 'The network is away.';
  if (error.problem === 'forbidden' || error.problem === 'insufficient_scope')
    return 'You may not see this. Ask for the role.';
  if (error.outcome === 'unknown') return 'Nobody knows whether it was done.';
  if (error.status === 412) return 'Somebody else has changed it.';
  return error.isFinal ? 'Change the request.' : 'Try again later.';
}

export function Failure({ error, retry }: { readonly error: Error; readonly retry?: (() => void) | undefined }) {
  if (needsSignIn(error))
    return (
      <button type="button" onClick={signIn}>
        Sign in again
      </button>
    );
  const id = error instanceof FrontdeskError ? error.requestId : undefined;
  return (
    <p role="alert">
      {advise(error)} <small>{error.message}</small> {id && <small>Request {id}</small>}
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </p>
  );
}

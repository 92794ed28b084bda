import { useState } from 'preact/hooks';
import { people } from '../control.ts';
import { People } from '../parts/top-bar.tsx';
import { Icon } from '../parts/values.tsx';
import { signIn, signOutReason } from '../session.ts';

export function SignIn() {
  const [isLeaving, setLeaving] = useState(false);
  const start = (username?: string) => {
    setLeaving(true);
    signIn(username).catch((error: Error) => {
      setLeaving(false);
      signOutReason.value = `Cannot connect to the issuer: ${error.message}`;
    });
  };
  return (
    <main class="sign-in" id="main">
      <div class="panel stack">
        <img src="/console/icon.svg" alt="" width="48" height="48" />
        <h1>Frontdesk console</h1>
        <p>Try every operation of the API with your own token and roles.</p>
        {signOutReason.value && (
          <p class="issue" role="alert">
            <Icon name="error" /> {signOutReason.value}
          </p>
        )}
        <button type="button" class="primary" disabled={isLeaving} onClick={() => start()}>
          {isLeaving ? <span class="spinner" aria-hidden="true" /> : <Icon name="person" />} Sign in
        </button>
        {people.value.length > 0 && <h2>Or continue as</h2>}
        <div class="people">
          <People isDisabled={isLeaving} onSelect={start} />
        </div>
      </div>
    </main>
  );
}

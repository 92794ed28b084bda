import { useState } from 'preact/hooks';
import type { Config } from '../config.ts';
import { people } from '../control.ts';
import { Icon } from '../parts/icon.tsx';
import { farewell, signIn } from '../session.ts';

export function SignIn({ config }: { readonly config: Config }) {
  const [isLeaving, setLeaving] = useState(false);
  const leave = (username?: string) => {
    setLeaving(true);
    signIn(config, username).catch((error: Error) => {
      setLeaving(false);
      farewell.value = `The issuer cannot be reached: ${error.message}`;
    });
  };
  return (
    <main class="sign-in" id="main">
      <div class="panel">
        <img src="/console/icon.svg" alt="" width="48" height="48" />
        <h1>Frontdesk console</h1>
        <p>Work with the cloud's APIs as a frontend does: with your own token, and no more than your roles allow.</p>
        {farewell.value && (
          <p class="sign-in-problem" role="alert">
            <Icon name="error" /> {farewell.value}
          </p>
        )}
        <button type="button" class="primary" disabled={isLeaving} onClick={() => leave()}>
          {isLeaving ? <span class="spinner" aria-hidden="true" /> : <Icon name="person" />} Sign in
        </button>
        {people.value.length > 0 && (
          <>
            <h2>Or at once as</h2>
            <ul class="personas">
              {people.value.map(({ id, name, username, purpose }) => (
                <li key={id}>
                  <button type="button" disabled={isLeaving} onClick={() => leave(username)}>
                    <span class="avatar" aria-hidden="true">
                      {name.charAt(0)}
                    </span>
                    <span>
                      <strong>{name}</strong>
                      <small>{purpose}</small>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </main>
  );
}

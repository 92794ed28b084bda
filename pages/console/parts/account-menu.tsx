import { useEffect, useRef } from 'preact/hooks';
import { useDesk } from '../context.ts';
import { people } from '../control.ts';
import { signIn, signOut } from '../session.ts';

/** Who is signed in, and who else could be. */
export function AccountMenu() {
  const { holder, config } = useDesk();
  const ref = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const closeOutside = (event: Event) => {
      if (ref.current && !ref.current.contains(event.target as Node)) ref.current.open = false;
    };
    document.addEventListener('click', closeOutside);
    return () => document.removeEventListener('click', closeOutside);
  }, []);
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !ref.current) return;
    ref.current.open = false;
    ref.current.querySelector('summary')?.focus();
  };
  return (
    <details class="account" ref={ref} onKeyDown={close}>
      <summary>
        <span class="avatar" aria-hidden="true">
          {holder.name.charAt(0)}
        </span>
        <span class="sr-only">Account: </span>
        <span class="account-name">{holder.name}</span>
      </summary>
      <div class="menu">
        <p>
          <strong>{holder.name}</strong>
          <small>{holder.username}</small>
          <small>{holder.roles.length === 0 ? 'no role' : holder.roles.join(', ')}</small>
        </p>
        {people.value
          .filter(({ username }) => username !== holder.username)
          .map(({ id, name, username, purpose }) => (
            <button key={id} type="button" onClick={() => void signIn(config, username)}>
              <strong>{name}</strong>
              <small>{purpose}</small>
            </button>
          ))}
        <button type="button" onClick={() => void signIn(config)}>
          Sign in as somebody else…
        </button>
        <button type="button" onClick={signOut}>
          Sign out
        </button>
      </div>
    </details>
  );
}

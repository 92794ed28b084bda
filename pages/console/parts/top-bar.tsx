import { config } from '../context.ts';
import { people } from '../control.ts';
import { signIn, signOut, user } from '../session.ts';
import { ThemeToggle } from './theme-toggle.tsx';
import { Icon } from './values.tsx';

/** `onToggleLive` opens or closes the live panel. */
export function TopBar({
  isLiveOpen,
  onToggleLive,
}: {
  readonly isLiveOpen: boolean;
  readonly onToggleLive: () => void;
}) {
  const { controlUrl, profile } = config.value;
  const { name } = user.value;
  return (
    <>
      <a class="brand actions" href="#/" aria-label="Frontdesk">
        <img src="/console/icon.svg" alt="" width="26" height="26" />
        <span>Frontdesk</span>
      </a>
      <span class="environment">
        {controlUrl ? 'local stack' : 'live'} · {profile}
      </span>
      <span class="spacer" />
      <button type="button" class="ghost" aria-expanded={isLiveOpen} onClick={onToggleLive}>
        <Icon name="pulse" /> Live
      </button>
      <ThemeToggle />
      <button type="button" class="ghost" popovertarget="account">
        <span class="avatar" aria-hidden="true">
          {name.charAt(0)}
        </span>
        <span class="sr-only">Account: </span>
        <span class="account-name">{name}</span>
      </button>
      <AccountMenu />
    </>
  );
}

/** The signed-in user, and the sample users to switch to. */
function AccountMenu() {
  const { name, username, roles } = user.value;
  return (
    <div id="account" popover="auto" class="menu people">
      <p>
        <strong>{name}</strong>
        <small class="muted">{username}</small>
        <small class="muted">{roles.length === 0 ? 'No roles' : roles.join(', ')}</small>
      </p>
      <People username={username} onSelect={(chosen) => void signIn(chosen)} />
      <button type="button" onClick={() => void signIn()}>
        Use another account…
      </button>
      <button type="button" onClick={signOut}>
        Sign out
      </button>
    </div>
  );
}

interface PeopleProps {
  /** Who is signed in, and not offered. */
  readonly username?: string;
  readonly isDisabled?: boolean;
  readonly onSelect: (username: string) => void;
}

/** The sample users of the local stack, to sign in as. */
export function People({ username, isDisabled = false, onSelect }: PeopleProps) {
  return people.value
    .filter((person) => person.username !== username)
    .map((person) => (
      <button key={person.id} type="button" disabled={isDisabled} onClick={() => onSelect(person.username)}>
        <span class="avatar" aria-hidden="true">
          {person.name.charAt(0)}
        </span>
        <span>
          <strong>{person.name}</strong>
          <small class="muted">{person.purpose}</small>
        </span>
      </button>
    ));
}

import { useConsole } from '../context.ts';
import { signIn, signOut } from '../session.ts';
import { Icon } from './icon.tsx';
import { People } from './people.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

/** `onToggleLive` opens or closes the live panel. */
export function TopBar({
  isLiveOpen,
  onToggleLive,
}: {
  readonly isLiveOpen: boolean;
  readonly onToggleLive: () => void;
}) {
  const { config, user } = useConsole();
  return (
    <>
      <a class="brand" href="#/" aria-label="Frontdesk">
        <img src="/console/icon.svg" alt="" width="26" height="26" />
        <span>Frontdesk</span>
      </a>
      <span class="environment">
        {config.controlUrl ? 'local stack' : 'live'} · {config.profile}
      </span>
      <span class="spacer" />
      <button type="button" class="ghost" aria-expanded={isLiveOpen} onClick={onToggleLive}>
        <Icon name="pulse" /> Live
      </button>
      <ThemeToggle />
      <button type="button" class="ghost" popovertarget="account">
        <span class="avatar" aria-hidden="true">
          {user.name.charAt(0)}
        </span>
        <span class="sr-only">Account: </span>
        <span class="account-name">{user.name}</span>
      </button>
      <AccountMenu />
    </>
  );
}

/** The signed-in user, and the sample users to switch to. */
function AccountMenu() {
  const { user, config } = useConsole();
  return (
    <div id="account" popover="auto" class="menu people">
      <p>
        <strong>{user.name}</strong>
        <small class="muted">{user.username}</small>
        <small class="muted">{user.roles.length === 0 ? 'No roles' : user.roles.join(', ')}</small>
      </p>
      <People username={user.username} onSelect={(username) => void signIn(config, username)} />
      <button type="button" onClick={() => void signIn(config)}>
        Use another account…
      </button>
      <button type="button" onClick={signOut}>
        Sign out
      </button>
    </div>
  );
}

import { useComputed } from '@preact/signals';
import { useConsole } from '../context.ts';
import { faults } from '../control.ts';
import { AccountMenu } from './account-menu.tsx';
import { Icon } from './icon.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

interface TopBarProps {
  readonly isNavOpen: boolean;
  readonly onToggleNav: () => void;
  readonly isLiveOpen: boolean;
  readonly onToggleLive: () => void;
}

export function TopBar({ isNavOpen, onToggleNav, isLiveOpen, onToggleLive }: TopBarProps) {
  const { config } = useConsole();
  return (
    <header class="top">
      <button
        type="button"
        class="ghost nav-toggle"
        aria-expanded={isNavOpen}
        aria-controls="nav"
        aria-label="Operations"
        onClick={onToggleNav}
      >
        <Icon name="menu" />
      </button>
      <a class="brand" href="#/" aria-label="Frontdesk">
        <img src="/console/icon.svg" alt="" width="26" height="26" />
        <span>Frontdesk</span>
      </a>
      <span class="environment">
        {config.controlUrl ? 'local stack' : 'live'} · {config.profile}
      </span>
      <span class="spacer" />
      <LiveToggle isOpen={isLiveOpen} onToggle={onToggleLive} />
      <ThemeToggle />
      <AccountMenu />
    </header>
  );
}

function LiveToggle({ isOpen, onToggle }: { readonly isOpen: boolean; readonly onToggle: () => void }) {
  const hasFaults = useComputed(() => faults.value.length > 0);
  return (
    <button type="button" class="ghost live-toggle" aria-expanded={isOpen} onClick={onToggle}>
      <Icon name="pulse" /> Live
      {hasFaults.value && <span class="dot" title="Faults are active" />}
    </button>
  );
}

/** The console: who is signed in, where they are, and what goes on beside. */
import { useComputed } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { createClient } from './api.ts';
import type { Config } from './config.ts';
import { DeskContext } from './context.ts';
import { faults } from './control.ts';
import { FaultBanner } from './live/faults.tsx';
import { LivePanel } from './live/live-panel.tsx';
import { GROUPS, OPERATIONS } from './operations.ts';
import { AccountMenu } from './parts/account-menu.tsx';
import { Announcer } from './parts/announce.tsx';
import { Icon } from './parts/icon.tsx';
import { ThemeToggle } from './parts/theme-toggle.tsx';
import { readHolder, type Session, session } from './session.ts';
import { ApiDiagnostics } from './views/api-diagnostics.tsx';
import { Authorizations } from './views/authorizations.tsx';
import { Customers, Items } from './views/business-data.tsx';
import { HealthEvents } from './views/health-events.tsx';
import { ModelCopies } from './views/model-copies.tsx';
import { Overview } from './views/overview.tsx';
import { RestorePoints } from './views/restore-points.tsx';
import { RestoreSessions } from './views/restore-sessions.tsx';
import { SignIn } from './views/sign-in.tsx';
import { StreamingJobs } from './views/streaming-jobs.tsx';

const VIEWS: Readonly<Record<string, ComponentType>> = {
  '': Overview,
  'health-events': HealthEvents,
  'streaming-jobs': StreamingJobs,
  authorizations: Authorizations,
  'api-diagnostics': ApiDiagnostics,
  'restore-points': RestorePoints,
  'restore-sessions': RestoreSessions,
  'model-copies': ModelCopies,
  customers: Customers,
  items: Items,
};

export function App({ config }: { readonly config: Config }) {
  return (
    <>
      <button type="button" class="skip" onClick={skipToMain}>
        Skip to the content
      </button>
      {session.value ? <SignedIn config={config} current={session.value} /> : <SignIn config={config} />}
      <Announcer />
    </>
  );
}

/** Not a link: the address names the view. */
function skipToMain(): void {
  document.querySelector<HTMLElement>('#main h1')?.focus();
}

function SignedIn({ config, current }: { readonly config: Config; readonly current: Session }) {
  const holder = useMemo(() => readHolder(current), [current]);
  const client = useMemo(() => createClient(config), [config]);
  const [isLiveOpen, setLiveOpen] = useState(() => matchMedia('(min-width: 1100px)').matches);
  const [isNavOpen, setNavOpen] = useState(false);
  const place = usePlace(() => setNavOpen(false));
  const View = VIEWS[place] ?? Overview;
  return (
    <DeskContext.Provider value={{ config, client, holder }}>
      <div class={`desk ${isLiveOpen ? 'desk-live' : ''}`}>
        <header class="top">
          <button
            type="button"
            class="ghost nav-toggle"
            aria-expanded={isNavOpen}
            aria-controls="nav"
            aria-label="Operations"
            onClick={() => setNavOpen(!isNavOpen)}
          >
            <Icon name="menu" />
          </button>
          <a class="brand" href="#/">
            <img src="/console/icon.svg" alt="" width="26" height="26" />
            <span>Frontdesk</span>
          </a>
          <span class="environment">
            {config.controlUrl ? 'local stack' : 'live'} · {config.profile}
          </span>
          <span class="spring" />
          <LiveToggle isOpen={isLiveOpen} onToggle={() => setLiveOpen(!isLiveOpen)} />
          <ThemeToggle />
          <AccountMenu />
        </header>
        <Navigation place={place} roles={holder.roles} isOpen={isNavOpen} />
        <main id="main">
          <FaultBanner />
          <View key={`${place} ${holder.subject}`} />
        </main>
        {isLiveOpen && <LivePanel onClose={() => setLiveOpen(false)} />}
      </div>
    </DeskContext.Provider>
  );
}

function LiveToggle({ isOpen, onToggle }: { readonly isOpen: boolean; readonly onToggle: () => void }) {
  const hasFaults = useComputed(() => faults.value.length > 0);
  return (
    <button type="button" class="ghost live-toggle" aria-expanded={isOpen} onClick={onToggle}>
      <Icon name="pulse" /> Live
      {hasFaults.value && <span class="dot" title="Faults are on" />}
    </button>
  );
}

interface NavigationProps {
  readonly place: string;
  readonly roles: readonly string[];
  readonly isOpen: boolean;
}

function Navigation({ place, roles, isOpen }: NavigationProps) {
  return (
    <nav id="nav" aria-label="Operations" class={isOpen ? 'nav-open' : ''}>
      <a href="#/" aria-current={place === '' ? 'page' : undefined}>
        All operations
      </a>
      {GROUPS.map((group) => (
        <div key={group}>
          <h2>{group}</h2>
          <ul>
            {OPERATIONS.filter((operation) => operation.group === group).map(({ id, title, role }) => (
              <li key={id}>
                <a href={`#/${id}`} aria-current={place === id ? 'page' : undefined}>
                  {title}
                  {!roles.includes(role) && (
                    <>
                      <Icon name="lock" />
                      <span class="sr-only"> (role missing)</span>
                    </>
                  )}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Answers the view that the address names; a new one takes the focus, so that it is read. */
function usePlace(onMove: () => void): string {
  const read = () => location.hash.replace(/^#\//, '').replace(/^#.*/, '');
  const [place, setPlace] = useState(read);
  const isFirst = useRef(true);
  useEffect(() => {
    const follow = () => setPlace(read());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  useEffect(() => {
    const title = OPERATIONS.find(({ id }) => id === place)?.title ?? 'Operations';
    document.title = `${title} · Frontdesk console`;
    onMove();
    if (!isFirst.current) document.querySelector<HTMLElement>('#main h1')?.focus();
    isFirst.current = false;
  }, [place]);
  return place;
}

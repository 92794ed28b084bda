/** The console: sign-in page, or navigation, view and live panel. */
import type { ComponentType } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { createClient } from './api.ts';
import type { Config } from './config.ts';
import { ConsoleContext } from './context.ts';
import { FaultBanner } from './live/fault-banner.tsx';
import { LivePanel } from './live/live-panel.tsx';
import { useLivePanel } from './live/use-live-panel.ts';
import { Announcer } from './parts/announce.tsx';
import { Navigation } from './parts/navigation.tsx';
import { TopBar } from './parts/top-bar.tsx';
import { parseUser, type Session, session } from './session.ts';
import { useView } from './use-view.ts';
import { ApiDiagnostics } from './views/api-diagnostics.tsx';
import { Authorizations } from './views/authorizations.tsx';
import { Customers } from './views/customers.tsx';
import { Fleet } from './views/fleet.tsx';
import { HealthEvents } from './views/health-events.tsx';
import { Items } from './views/items.tsx';
import { ModelCopies } from './views/model-copies.tsx';
import { Overview } from './views/overview.tsx';
import { RestorePoints } from './views/restore-points.tsx';
import { RestoreSessions } from './views/restore-sessions.tsx';
import { SignIn } from './views/sign-in.tsx';
import { StreamingJobs } from './views/streaming-jobs.tsx';

/** By the id of the operation (operations.ts). */
const VIEWS: Readonly<Record<string, ComponentType>> = {
  '': Overview,
  fleet: Fleet,
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
        Skip to main content
      </button>
      {session.value ? <SignedIn config={config} current={session.value} /> : <SignIn config={config} />}
      <Announcer />
    </>
  );
}

/** Not a link: the hash of the URL is the view. */
function skipToMain(): void {
  document.querySelector<HTMLElement>('#main h1')?.focus();
}

function SignedIn({ config, current }: { readonly config: Config; readonly current: Session }) {
  const user = useMemo(() => parseUser(current), [current]);
  const client = useMemo(() => createClient(config), [config]);
  const live = useLivePanel();
  const [isNavOpen, setNavOpen] = useState(false);
  const view = useView(() => setNavOpen(false));
  const View = VIEWS[view] ?? Overview;
  return (
    <ConsoleContext.Provider value={{ config, client, user }}>
      <div class={`layout ${live.isOpen && live.isDocked ? 'layout-live' : ''}`}>
        <TopBar
          isNavOpen={isNavOpen}
          onToggleNav={() => setNavOpen(!isNavOpen)}
          isLiveOpen={live.isOpen}
          onToggleLive={() => live.setOpen(!live.isOpen)}
        />
        <Navigation view={view} roles={user.roles} isOpen={isNavOpen} />
        <main id="main">
          <FaultBanner />
          <View key={`${view} ${user.subject}`} />
        </main>
        {live.isOpen && <LivePanel view={view} isDocked={live.isDocked} onClose={() => live.setOpen(false)} />}
      </div>
    </ConsoleContext.Provider>
  );
}

/** The console: sign-in page, or navigation, view and live panel. */
import type { ComponentChildren } from 'preact';
import { FaultBanner, LivePanel, useLivePanel } from './live/live-panel.tsx';
import { toHref } from './logic/address.ts';
import { KINDS } from './logic/kinds.ts';
import { findOperation, GROUPS, listBranches, mayUse, VIEWS, type View } from './operations.ts';
import { Frame } from './parts/frame.tsx';
import { Toolbar } from './parts/toolbar.tsx';
import { TopBar } from './parts/top-bar.tsx';
import { Icon } from './parts/values.tsx';
import { route } from './router.ts';
import { isExpired, session, signInBeside, user } from './session.ts';
import { AnyOperation } from './views/any-operation.tsx';
import { EventsPage } from './views/events-page.tsx';
import { FleetPage } from './views/fleet-page.tsx';
import { ListPage } from './views/list-page.tsx';
import { ModelCopies } from './views/model-copies.tsx';
import { RestorePoints } from './views/restore-points.tsx';
import { SignIn } from './views/sign-in.tsx';

export function App() {
  return session.value ? <SignedIn /> : <SignIn />;
}

function SignedIn() {
  const live = useLivePanel();
  const view = findShownView();
  const panel = live.isOpen && (
    <LivePanel view={view?.id ?? ''} isDocked={live.isDocked} onClose={() => live.setOpen(false)} />
  );
  return (
    <>
      <Frame
        title={view?.title ?? 'Not found'}
        app="Frontdesk console"
        bar={<TopBar isLiveOpen={live.isOpen} onToggleLive={() => live.setOpen(!live.isOpen)} />}
        listed="Pages"
        navigation={<Navigation current={view} />}
        aside={live.isDocked && panel}
      >
        {isExpired.value && <ExpiredBar />}
        <FaultBanner />
        {view === undefined ? <Unknown /> : <Page key={`${view.id} ${user.value.subject}`} view={view} />}
      </Frame>
      {!live.isDocked && panel}
    </>
  );
}

/** Without a view in the address it is the first one that the user may use. */
function findShownView(): View | undefined {
  const { view } = route.value;
  return view === ''
    ? (VIEWS.find((each) => mayUse(each, user.value)) ?? VIEWS[0])
    : VIEWS.find(({ id }) => id === view);
}

function Unknown() {
  return (
    <>
      <h1 tabIndex={-1}>There is no such page</h1>
      <p>
        The address names “{route.value.view}”. <a href="#/">Go to the first page</a>, or choose one from the list.
      </p>
    </>
  );
}

function ExpiredBar() {
  return (
    <div class="banner actions" role="alert">
      <Icon name="lock" /> Your session has ended. What you typed stays.
      <button type="button" class="primary" onClick={() => signInBeside(user.value.username)}>
        Sign in again
      </button>
    </div>
  );
}

function Page({ view }: { readonly view: View }) {
  const { role } = findOperation(view.operations[0]);
  return (
    <>
      <header class="actions">
        <h1 tabIndex={-1}>{view.title}</h1>
        <p class="muted">{view.summary}</p>
      </header>
      {mayUse(view, user.value) ? (
        <Content view={view} />
      ) : (
        <p class="empty">
          <Icon name="lock" /> You need the role <code>{role}</code> for this page. Ask an administrator for it.
        </p>
      )}
    </>
  );
}

function Content({ view: { id, operations } }: { readonly view: View }): ComponentChildren {
  const kind = KINDS.find((each) => each.id === id);
  if (kind) return <ListPage kind={kind} />;
  if (id === 'fleet') return <FleetPage />;
  if (id === 'health-events') return <EventsPage />;
  if (id === 'restore-points') return <RestorePoints />;
  return id === 'model-copies' ? <ModelCopies /> : <AnyOperation name={operations[0]} />;
}

function Navigation({ current }: { readonly current: View | undefined }) {
  return (
    <Toolbar label="Pages" isVertical>
      {GROUPS.map((group) => (
        <section key={group} aria-label={group}>
          <p>{group}</p>
          <ul>
            {listBranches(group).map(({ view, others }) => (
              <li key={view.id}>
                <ViewLink view={view} label={view.title} current={current} />
                {others.length > 0 && (
                  <ul>
                    {others.map((other) => (
                      <li key={other.view.id}>
                        <ViewLink {...other} current={current} />
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Toolbar>
  );
}

interface ViewLinkProps {
  readonly view: View;
  readonly label: string;
  readonly current: View | undefined;
}

function ViewLink({ view, label, current }: ViewLinkProps) {
  return (
    <a href={toHref(view.id)} aria-current={current === view ? 'page' : undefined} title={view.title}>
      {label}
      {!mayUse(view, user.value) && (
        <>
          <Icon name="lock" />
          <span class="sr-only"> (no role)</span>
        </>
      )}
    </a>
  );
}

/** Entry point: loads the configuration, restores the session, renders the page. */
import { type ComponentChild, render } from 'preact';
import { App } from './app.tsx';
import { takeConsentReturn } from './consent.ts';
import { config } from './context.ts';
import { connectControl } from './control.ts';
import { loadGrants } from './known.ts';
import { fetchJson } from './logic/fetch-json.ts';
import { startRouter } from './router.ts';
import { restoreSession, signIn, signOutReason } from './session.ts';
import { ConsentArrival } from './views/consent-steps.tsx';

const returned = takeConsentReturn();

try {
  show(returned ? <ConsentArrival returned={returned} /> : await loadApp());
} catch (error) {
  show(
    <main class="sign-in" id="main">
      <div class="panel">
        <h1>The console cannot start</h1>
        <p role="alert">{(error as Error).message}</p>
        <button type="button" onClick={() => location.reload()}>
          Try again
        </button>
      </div>
    </main>,
  );
}

async function loadApp(): Promise<ComponentChild> {
  config.value = await fetchJson('/console/config.json');
  await restoreSession().catch((error: Error) => {
    signOutReason.value = error.message;
  });
  // Another tab's session has ended: this one signs in and hands it over.
  const username = new URLSearchParams(location.search).get('sign-in');
  if (username !== null) await signIn(username);
  await Promise.all([connectControl(), loadGrants()]);
  startRouter();
  return <App />;
}

function show(content: ComponentChild): void {
  const root = document.getElementById('console') as HTMLElement;
  // Preact keeps what is there: the line that says the console starts.
  root.replaceChildren();
  render(content, root);
}

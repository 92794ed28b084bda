/** Entry point: loads the configuration, restores the session, renders the page. */
import type { ComponentChild } from 'preact';
import { render } from 'preact';
import * as z from 'zod';
import { App } from './app.tsx';
import { loadConfig } from './config.ts';
import { takeConsentReturn } from './consent.ts';
import { connectControl } from './control.ts';
import { loadGrants } from './known.ts';
import { restoreSession, signOutReason } from './session.ts';
import { ConsentArrival } from './views/consent-arrival.tsx';

// The content security policy forbids eval.
z.config({ jitless: true });

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
  const config = await loadConfig();
  await restoreSession(config).catch((error: Error) => {
    signOutReason.value = error.message;
  });
  await Promise.all([connectControl(config), loadGrants(config)]);
  return <App config={config} />;
}

function show(content: ComponentChild): void {
  const root = document.getElementById('console') as HTMLElement;
  // Preact keeps what is there: the line that says the console starts.
  root.replaceChildren();
  render(content, root);
}

/** Entry point: loads the configuration, restores the session, renders the page. */
import { render } from 'preact';
import * as z from 'zod';
import { App } from './app.tsx';
import { loadConfig } from './config.ts';
import { connectControl } from './control.ts';
import { restoreSession, signOutReason } from './session.ts';

// The content security policy forbids eval.
z.config({ jitless: true });

const root = document.getElementById('console') as HTMLElement;

try {
  const config = await loadConfig();
  await restoreSession(config).catch((error: Error) => {
    signOutReason.value = error.message;
  });
  await connectControl(config);
  render(<App config={config} />, root);
} catch (error) {
  render(
    <main class="sign-in" id="main">
      <div class="panel">
        <h1>The console cannot start</h1>
        <p role="alert">{(error as Error).message}</p>
        <button type="button" onClick={() => location.reload()}>
          Try again
        </button>
      </div>
    </main>,
    root,
  );
}

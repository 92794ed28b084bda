/** What an authorization without consent needs next: a login link, a sign-in in another tab, and its code. */
import { useEffect, useState } from 'preact/hooks';
import { awaitReturn, toReturnUrl } from '../consent.ts';
import { useConsole } from '../context.ts';
import type { AuthorizationPath } from '../logic/authorization-form.ts';
import { announce } from '../parts/announce.tsx';
import { CallView } from '../parts/call-view.tsx';
import { TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { useCall } from '../use-call.ts';

interface ConsentStepsProps {
  readonly path: AuthorizationPath;
  /** The consent is confirmed; what is shown of the authorization is old. */
  readonly onConfirmed: () => void;
}

export function ConsentSteps({ path, onConfirmed }: ConsentStepsProps) {
  const [code, setCode] = useState('');
  const { links, confirm } = useConsent(path, onConfirmed);
  const submit = (event: Event) => {
    event.preventDefault();
    confirm.run(code);
  };
  return (
    <section class="consent" aria-labelledby="consent-heading">
      <h3 id="consent-heading">Next: someone has to allow the access</h3>
      <p class="muted">
        {path.authorizationProviderId} gives access only to a person who signs in there. Confirm it here afterwards.
      </p>
      <CallView call={links} what="the login link" idle={<GetLink onClick={() => links.run(undefined)} />}>
        {({ link, state }) => (
          <SignInLink link={link} state={state} onCode={setCode} onAgain={() => links.run(undefined)} />
        )}
      </CallView>
      <form class="form" onSubmit={submit}>
        <TextField
          label="Code"
          mono
          value={code}
          onInput={setCode}
          hint="Arrives by itself when the other tab comes back. It counts once."
        />
        <div class="actions">
          <button type="submit" class={code === '' ? '' : 'primary'} disabled={code === ''}>
            Confirm
          </button>
        </div>
      </form>
      {confirm.state.kind !== 'idle' && (
        <CallView call={confirm} what="the confirmation" idle={null}>
          {() => <p>Confirmed.</p>}
        </CallView>
      )}
    </section>
  );
}

function useConsent(path: AuthorizationPath, onConfirmed: () => void) {
  const { client } = useConsole();
  const links = useCall(async (_: undefined, signal) => {
    const state = crypto.randomUUID();
    const body = { postLoginRedirectUrl: toReturnUrl(state) };
    const response = await client.getAuthorizationLoginLinks({ ...path, body }, { signal });
    return { link: parseLink(response.body.loginLink), state };
  });
  const confirm = useCall(
    async (consentCode: string, signal) => {
      await client.confirmAuthorizationConsentCode({ ...path, body: { consentCode } }, { signal });
      announce('Confirmed.');
      onConfirmed();
    },
    // The code counts once: a second try of a confirmation that took effect fails.
    () => async (signal) => {
      const { body } = await client.getAuthorization(path, { signal });
      if (body.properties.status !== 'Connected')
        return {
          hasHappened: false,
          text: 'It was not confirmed, at least not yet: the authorization is not connected.',
        };
      onConfirmed();
      return { hasHappened: true, text: 'It was confirmed: the authorization is connected.' };
    },
  );
  return { links, confirm };
}

/** @throws {Error} If it is no address of a web page, which a browser might run instead of opening it. */
function parseLink(text: string | null | undefined): URL {
  const link = URL.canParse(text ?? '') ? new URL(text ?? '') : undefined;
  if (link === undefined || !/^https?:$/.test(link.protocol)) throw new Error('The login link is no web address.');
  return link;
}

function GetLink({ onClick }: { readonly onClick: () => void }) {
  return (
    <button type="button" class="primary" onClick={onClick}>
      Get the login link
    </button>
  );
}

interface SignInLinkProps {
  readonly link: URL;
  readonly state: string;
  readonly onCode: (code: string) => void;
  readonly onAgain: () => void;
}

function SignInLink({ link, state, onCode, onAgain }: SignInLinkProps) {
  const [isDeclined, setDeclined] = useState(false);
  useEffect(
    () =>
      awaitReturn(state, ({ code = '' }) => {
        onCode(code);
        setDeclined(code === '');
        announce(code === '' ? 'Access was not allowed.' : 'The code has arrived. Confirm it.');
      }),
    [state, onCode],
  );
  return (
    <>
      <p class="actions">
        <a class="button primary" href={link.href} target="_blank" rel="noopener noreferrer">
          Sign in at {link.host} <Icon name="external" />
          <span class="sr-only"> (new tab)</span>
        </a>
        <button type="button" class="ghost" onClick={onAgain}>
          Get another link
        </button>
      </p>
      {isDeclined && (
        <p class="note">
          <Icon name="warning" /> The person who signed in did not allow the access.
        </p>
      )}
    </>
  );
}

/** What an authorization without consent needs next: a login link, a sign-in in another tab, and its code. */
import { useEffect, useState } from 'preact/hooks';
import { call } from '../api.ts';
import { awaitReturn, type ConsentReturn, handOver, toReturnUrl } from '../consent.ts';
import { at } from '../logic/changes.ts';
import type { Json } from '../logic/kind.ts';
import { Announcer, announce } from '../parts/announce.tsx';
import { TextField } from '../parts/field.tsx';
import { CopyButton, Icon } from '../parts/values.tsx';
import { useWrite, WriteView } from '../parts/write.tsx';

interface ConsentStepsProps {
  /** Parameters of the authorization. */
  readonly input: Json;
  readonly provider: string;
  readonly onConfirmed: () => void;
}

export function ConsentSteps({ input, provider, onConfirmed }: ConsentStepsProps) {
  const [code, setCode] = useState('');
  const [link, setLink] = useState<{ readonly url: URL; readonly state: string } | undefined>(undefined);
  const links = useWrite();
  const confirm = useWrite();
  const getLink = () => {
    const state = crypto.randomUUID();
    const body = { postLoginRedirectUrl: toReturnUrl(state) };
    links.run({
      what: 'Get the login link',
      send: (signal) => call('getAuthorizationLoginLinks', { ...input, body }, { signal }),
      onDone: ({ body: { loginLink } }) => setLink({ url: parseLink(String(loginLink)), state }),
    });
  };
  const submit = (event: Event) => {
    event.preventDefault();
    confirm.run({
      what: 'Confirm the consent',
      send: (signal) => call('confirmAuthorizationConsentCode', { ...input, body: { consentCode: code } }, { signal }),
      look: async (signal) => {
        const answer = await call('getAuthorization', input, { signal });
        const isDone = at(answer.body, 'properties.status') === 'Connected';
        return { text: isDone ? 'It was confirmed.' : 'It was not confirmed, at least not yet.', answer };
      },
      onDone: onConfirmed,
    });
  };
  return (
    <section class="note stack" aria-label="Consent">
      <h2>Next: somebody has to allow the access</h2>
      <p>A person signs in at {provider} and allows it. Confirm it here afterwards.</p>
      <div class="actions">
        <button type="button" class={link ? '' : 'primary'} onClick={getLink}>
          {link ? 'Get another link' : 'Get the login link'}
        </button>
        {link && <SignInLink {...link} onCode={setCode} />}
      </div>
      {links.state.kind !== 'done' && <WriteView write={links} />}
      <form class="actions" onSubmit={submit}>
        <TextField
          label="Code"
          value={code}
          onInput={setCode}
          hint="Filled in when the other tab comes back; valid once."
        />
        <button type="submit" class={code === '' ? '' : 'primary'} disabled={code === ''}>
          Confirm
        </button>
      </form>
      <WriteView write={confirm} />
    </section>
  );
}

/** @throws {Error} If it is no address of a web page, which a browser might run instead of opening it. */
function parseLink(text: string): URL {
  const link = URL.canParse(text) ? new URL(text) : undefined;
  if (link === undefined || !/^https?:$/.test(link.protocol)) throw new Error('The login link is no web address.');
  return link;
}

interface SignInLinkProps {
  readonly url: URL;
  readonly state: string;
  readonly onCode: (code: string) => void;
}

function SignInLink({ url, state, onCode }: SignInLinkProps) {
  const [isDeclined, setDeclined] = useState(false);
  useEffect(
    () =>
      awaitReturn(state, ({ code = '' }) => {
        onCode(code);
        setDeclined(code === '');
        announce(code === '' ? 'Access was not allowed.' : 'The code has arrived. Confirm it.');
      }),
    [state],
  );
  return (
    <>
      <a class="button primary" href={url.href} target="_blank" rel="noopener noreferrer">
        Sign in at {url.host} <Icon name="external" />
        <span class="sr-only"> (new tab)</span>
      </a>
      {isDeclined && <strong role="status">The person who signed in did not allow the access.</strong>}
    </>
  );
}

/** What the tab shows that comes back from a sign-in: it hands the code to the tab that asked for it. */
export function ConsentArrival({ returned }: { readonly returned: ConsentReturn }) {
  const [isTaken, setTaken] = useState(false);
  useEffect(() => handOver(returned, () => setTaken(true)), [returned]);
  const { code } = returned;
  return (
    <main class="sign-in" id="main">
      <div class="panel" role="status">
        <h1>{code === undefined ? 'Access was not allowed' : 'Access was allowed'}</h1>
        {isTaken ? (
          <p>The console has received it. Close this tab and continue there.</p>
        ) : (
          <p>No open console is waiting for this.</p>
        )}
        {!isTaken && code !== undefined && (
          <p>
            If you started this, paste the code into the console: <code>{code}</code>{' '}
            <CopyButton text={code} what="code" />
          </p>
        )}
      </div>
      <Announcer />
    </main>
  );
}

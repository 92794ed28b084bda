/** Creates and updates authorizations. The API cannot list them, so the page shows those of this session. */
import type { Authorization, ResponseOf } from '../../../client/src/index.ts';
import { useConsole } from '../context.ts';
import {
  type AuthorizationPath,
  type AuthorizationWrite,
  type KnownAuthorization,
  toBody,
  toKey,
  toKnown,
} from '../logic/authorization-form.ts';
import { announce } from '../parts/announce.tsx';
import { CallView } from '../parts/call-view.tsx';
import { Chip } from '../parts/chip.tsx';
import { Icon } from '../parts/icon.tsx';
import { Page } from '../parts/page.tsx';
import { defaultScope } from '../parts/resource-fields.tsx';
import { Raw, ResponseBar } from '../parts/response-bar.tsx';
import { useStored } from '../parts/use-stored.ts';
import { useCall } from '../use-call.ts';
import { AuthorizationForm } from './authorization-form.tsx';

export function Authorizations() {
  const [path, setPath] = useStored<AuthorizationPath>('authorizations.path', {
    ...defaultScope(),
    serviceName: 'gateway-shop',
    authorizationProviderId: 'github',
    authorizationId: 'build',
  });
  const { known, call } = useAuthorizations();
  const current = known.find((each) => toKey(each.path) === toKey(path));
  return (
    <Page id="authorizations">
      <AuthorizationForm path={path} onChange={setPath} known={current} onWrite={call.run} />
      <CallView call={call} what="the authorization" idle={<p>Authorizations you create appear below.</p>}>
        {(response) => (
          <>
            <ResponseBar response={response} />
            <Raw body={response.body} />
          </>
        )}
      </CallView>
      {known.length > 0 && <KnownList known={known} onSelect={setPath} />}
    </Page>
  );
}

/** The call that writes an authorization, and the authorizations written in this session. */
function useAuthorizations() {
  const { client } = useConsole();
  const [known, setKnown] = useStored<readonly KnownAuthorization[]>('authorizations.known', []);
  const call = useCall(async (write: AuthorizationWrite, signal) => {
    const { path, ifMatch } = write;
    const input = { ...path, body: toBody(write), ...(ifMatch === undefined ? {} : { ifMatch }) };
    const response = (await client.createOrUpdateAuthorization(input, { signal })) as ResponseOf<number, Authorization>;
    const written = toKnown(path, response);
    setKnown([written, ...known.filter((each) => toKey(each.path) !== toKey(path))]);
    announce(`Authorization status: ${written.status}.`);
    return response;
  });
  return { known, call };
}

interface KnownListProps {
  readonly known: readonly KnownAuthorization[];
  readonly onSelect: (path: AuthorizationPath) => void;
}

function KnownList({ known, onSelect }: KnownListProps) {
  return (
    <section aria-labelledby="known-heading">
      <h2 id="known-heading">Created in this session</h2>
      <ul class="cards">
        {known.map(({ path, status, grant, error }) => (
          <li key={toKey(path)} class="panel card">
            <header>
              <h3>
                {path.authorizationProviderId} / {path.authorizationId}
              </h3>
              <Chip tone={status === 'Connected' ? 'ok' : 'error'} icon={status === 'Connected' ? 'ok' : 'error'}>
                {status}
              </Chip>
            </header>
            <p class="muted">
              {path.serviceName} · {grant}
            </p>
            {error && <p>{error}</p>}
            <button type="button" class="ghost" onClick={() => onSelect(path)}>
              <Icon name="arrow" /> Edit
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

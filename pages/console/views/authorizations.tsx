/** Reads, creates, updates and deletes authorizations, and leads to the consent of those that need one. */
import { type AuthorizationPath, type KnownAuthorization, toKey } from '../logic/authorization-form.ts';
import { CallView } from '../parts/call-view.tsx';
import { Icon } from '../parts/icon.tsx';
import { Page } from '../parts/page.tsx';
import { defaultService } from '../parts/service-fields.tsx';
import { useStored } from '../parts/use-stored.ts';
import { AuthorizationCard, StatusOf, toGrant, toTitle } from './authorization-card.tsx';
import { AuthorizationForm, toProvider } from './authorization-form.tsx';
import { useAuthorizations } from './use-authorizations.ts';

export function Authorizations() {
  const [path, setPath] = useStored<AuthorizationPath>('authorizations.path', toProvider(defaultService()));
  const { known, call } = useAuthorizations();
  const read = (wanted: AuthorizationPath) => call.run({ kind: 'read', path: wanted });
  return (
    <Page id="authorizations">
      <AuthorizationForm
        path={path}
        onChange={setPath}
        known={known.find((each) => toKey(each.path) === toKey(path))}
        onRead={() => read(path)}
        onWrite={(write) => call.run({ kind: 'write', path, write })}
      />
      <CallView call={call} what="the authorization" idle={<p>Load an authorization, or create one.</p>}>
        {(result) => (
          <AuthorizationCard
            key={toKey(result.path)}
            result={result}
            onRead={() => read(result.path)}
            onDelete={(seen) => call.run({ kind: 'delete', path: result.path, seen })}
          />
        )}
      </CallView>
      {known.length > 0 && (
        <KnownList
          known={known}
          onSelect={(selected) => {
            setPath(selected);
            read(selected);
          }}
        />
      )}
    </Page>
  );
}

interface KnownListProps {
  readonly known: readonly KnownAuthorization[];
  readonly onSelect: (path: AuthorizationPath) => void;
}

function KnownList({ known, onSelect }: KnownListProps) {
  return (
    <section class="group" aria-labelledby="known-heading">
      <h2 id="known-heading">Seen in this session</h2>
      <ul class="cards">
        {known.map((seen) => (
          <li key={toKey(seen.path)} class="panel card">
            <header>
              <h3>{toTitle(seen.path)}</h3>
              <StatusOf seen={seen} />
            </header>
            <p class="muted">
              {seen.path.serviceName} · {toGrant(seen)}
            </p>
            <button type="button" class="ghost" onClick={() => onSelect(seen.path)}>
              <Icon name="arrow" /> Load<span class="sr-only"> {toTitle(seen.path)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

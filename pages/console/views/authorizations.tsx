/** Authorizations: written one at a time, kept in sight with their status. The API lists none, so these are those of this tab. */
import { useState } from 'preact/hooks';
import type { Authorization, ResponseOf } from '../../../client/src/index.ts';
import { AuthorizationRequest } from '../../../lib/contracts/authorization.ts';
import { useCall } from '../api.ts';
import { useDesk } from '../context.ts';
import { findIssues } from '../logic/issues.ts';
import { announce } from '../parts/announce.tsx';
import { AnswerBar, Raw } from '../parts/answer-bar.tsx';
import { CallView } from '../parts/call-view.tsx';
import { Chip } from '../parts/chip.tsx';
import { SelectField, TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Page } from '../parts/page.tsx';
import { ResourceFields, type Scope, toFirstScope } from '../parts/resource-fields.tsx';
import { useStored } from '../parts/use-stored.ts';

interface Place extends Scope {
  readonly serviceName: string;
  readonly authorizationProviderId: string;
  readonly authorizationId: string;
}

/** What was answered: secrets are never in it. */
interface SeenAuthorization {
  readonly place: Place;
  readonly etag: string;
  readonly status: string;
  readonly grant: string;
  readonly error: string;
}

interface Write {
  readonly place: Place;
  readonly grant: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly ifMatch: string | undefined;
}

function toPlaceKey(place: Place): string {
  return Object.values(place).join('/').toLowerCase();
}

function toBody({ grant, clientId, clientSecret }: Write) {
  const given = { ...(clientId ? { clientId } : {}), ...(clientSecret ? { clientSecret } : {}) };
  return {
    properties: {
      authorizationType: 'OAuth2' as const,
      oauth2grantType: grant as 'AuthorizationCode',
      ...(Object.keys(given).length > 0 ? { parameters: given } : {}),
    },
  };
}

function toSeen(place: Place, { etag, body }: ResponseOf<number, Authorization>): SeenAuthorization {
  const { status, oauth2grantType, error } = body.properties ?? {};
  return {
    place,
    etag: etag ?? '*',
    status: status ?? 'not told',
    grant: oauth2grantType ?? '',
    error: error ? `${error.code}: ${error.message}` : '',
  };
}

export function Authorizations() {
  const [place, setPlace] = useStored<Place>('authorizations.place', {
    ...toFirstScope(),
    serviceName: 'gateway-shop',
    authorizationProviderId: 'github',
    authorizationId: 'build',
  });
  const { seen, call } = useAuthorizations();
  const known = seen.find((each) => toPlaceKey(each.place) === toPlaceKey(place));
  return (
    <Page id="authorizations">
      <AuthorizationForm place={place} onChange={setPlace} known={known} onWrite={call.run} />
      <CallView
        call={call}
        what="the authorization"
        idle={<p>Authorizations that you write here stay in sight below.</p>}
      >
        {(answer) => (
          <>
            <AnswerBar answer={answer} />
            <Raw body={answer.body} />
          </>
        )}
      </CallView>
      {seen.length > 0 && <SeenList seen={seen} onChoose={setPlace} />}
    </Page>
  );
}

/** The call that writes an authorization, and those that it wrote. */
function useAuthorizations() {
  const { client } = useDesk();
  const [seen, setSeen] = useStored<readonly SeenAuthorization[]>('authorizations.seen', []);
  const call = useCall(async (write: Write, signal) => {
    const { place, ifMatch } = write;
    const input = { ...place, body: toBody(write), ...(ifMatch === undefined ? {} : { ifMatch }) };
    const answer = (await client.createOrUpdateAuthorization(input, { signal })) as ResponseOf<number, Authorization>;
    const fresh = toSeen(place, answer);
    setSeen([fresh, ...seen.filter((each) => toPlaceKey(each.place) !== toPlaceKey(place))]);
    announce(`The authorization is ${fresh.status}.`);
    return answer;
  });
  return { seen, call };
}

interface AuthorizationFormProps {
  readonly place: Place;
  readonly onChange: (place: Place) => void;
  readonly known: SeenAuthorization | undefined;
  readonly onWrite: (write: Write) => void;
}

function AuthorizationForm({ place, onChange, known, onWrite }: AuthorizationFormProps) {
  const [grant, setGrant] = useState('ClientCredentials');
  const [clientId, setClientId] = useState('shop');
  const [clientSecret, setClientSecret] = useState('');
  const write: Write = { place, grant, clientId, clientSecret, ifMatch: known?.etag };
  const isValid = findIssues(AuthorizationRequest, toBody(write)).length === 0;
  const send = (changed: Partial<Write> = {}) => {
    onWrite({ ...write, ...changed });
    setClientSecret('');
  };
  return (
    <form
      class="panel form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <PlaceFields place={place} onChange={onChange} />
      <SelectField
        label="Grant"
        value={grant}
        onChange={setGrant}
        options={[
          ['ClientCredentials', 'Client credentials'],
          ['AuthorizationCode', 'Authorization code'],
        ]}
      />
      <TextField label="Client id" mono value={clientId} onInput={setClientId} />
      <TextField
        label="Client secret"
        type="password"
        value={clientSecret}
        onInput={setClientSecret}
        hint="Goes up once. It is not kept here and never comes back."
      />
      <div class="actions">
        <button type="submit" class="primary" disabled={!isValid}>
          {known ? 'Update the authorization' : 'Create the authorization'}
        </button>
        {known ? (
          <span class="muted">only if it is as last seen here (If-Match)</span>
        ) : (
          <button type="button" onClick={() => send({ ifMatch: '*' })}>
            Update whatever is there
          </button>
        )}
      </div>
    </form>
  );
}

function PlaceFields({ place, onChange }: Pick<AuthorizationFormProps, 'place' | 'onChange'>) {
  const change = (part: Partial<Place>) => onChange({ ...place, ...part });
  return (
    <>
      <ResourceFields scope={place} onChange={change} />
      <TextField label="Service" mono value={place.serviceName} onInput={(serviceName) => change({ serviceName })} />
      <TextField
        label="Provider"
        mono
        value={place.authorizationProviderId}
        onInput={(authorizationProviderId) => change({ authorizationProviderId })}
      />
      <TextField
        label="Authorization"
        mono
        value={place.authorizationId}
        onInput={(authorizationId) => change({ authorizationId })}
      />
    </>
  );
}

interface SeenListProps {
  readonly seen: readonly SeenAuthorization[];
  readonly onChoose: (place: Place) => void;
}

function SeenList({ seen, onChoose }: SeenListProps) {
  return (
    <section aria-labelledby="seen-heading">
      <h2 id="seen-heading">Seen in this tab</h2>
      <ul class="cards">
        {seen.map((each) => (
          <li key={toPlaceKey(each.place)} class="panel card">
            <header>
              <h3>
                {each.place.authorizationProviderId} / {each.place.authorizationId}
              </h3>
              {each.status === 'Connected' ? (
                <Chip tone="ok" icon="ok">
                  Connected
                </Chip>
              ) : (
                <Chip tone="error" icon="error">
                  {each.status}
                </Chip>
              )}
            </header>
            <p class="muted">
              {each.place.serviceName} · {each.grant}
            </p>
            {each.error && <p>{each.error}</p>}
            <button type="button" class="ghost" onClick={() => onChoose(each.place)}>
              <Icon name="arrow" /> Edit
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { useState } from 'preact/hooks';
import { Authorization } from '../../../lib/contracts/authorization.ts';
import { firstKnown } from '../known.ts';
import {
  type AuthorizationPath,
  type AuthorizationWrite,
  GRANTS,
  type KnownAuthorization,
  toBody,
} from '../logic/authorization-form.ts';
import { findIssues } from '../logic/issues.ts';
import { SelectField, TextField } from '../parts/field.tsx';
import { toKnownSource } from '../parts/known-source.ts';
import { Picker } from '../parts/picker.tsx';
import { type Service, ServiceFields, toServiceNames } from '../parts/service-fields.tsx';
import { useAuthorizationSource } from './sources.ts';

type Credentials = Pick<AuthorizationWrite, 'grant' | 'clientId' | 'clientSecret'>;

interface AuthorizationFormProps {
  readonly path: AuthorizationPath;
  readonly onChange: (path: AuthorizationPath) => void;
  /** The authorization at this path, if it was seen in this session. */
  readonly known: KnownAuthorization | undefined;
  readonly onRead: () => void;
  readonly onWrite: (write: AuthorizationWrite) => void;
}

export function AuthorizationForm({ path, onChange, known, onRead, onWrite }: AuthorizationFormProps) {
  const [credentials, setCredentials] = useState<Credentials>({
    grant: 'ClientCredentials',
    clientId: 'shop',
    clientSecret: '',
  });
  const write: AuthorizationWrite = { path, ...credentials, ifMatch: known?.etag };
  const isNamed = Object.values(path).every((part) => part !== '');
  const isValid = isNamed && findIssues(Authorization.request, toBody(write)).length === 0;
  const send = (ifMatch: string | undefined) => {
    onWrite({ ...write, ifMatch });
    setCredentials({ ...credentials, clientSecret: '' });
  };
  const submit = (event: Event) => {
    event.preventDefault();
    send(known?.etag);
  };
  return (
    <form class="panel form" onSubmit={submit}>
      <PathFields path={path} onChange={onChange} />
      <CredentialFields value={credentials} onChange={setCredentials} />
      <div class="actions">
        <button type="submit" class="primary" disabled={!isValid}>
          {known ? 'Update authorization' : 'Create authorization'}
        </button>
        <button type="button" disabled={!isNamed} onClick={onRead}>
          Load
        </button>
        {known ? (
          <span class="muted">only if unchanged (If-Match)</span>
        ) : (
          <button type="button" disabled={!isNamed} onClick={() => send('*')}>
            Overwrite
          </button>
        )}
      </div>
    </form>
  );
}

function PathFields({ path, onChange }: Pick<AuthorizationFormProps, 'path' | 'onChange'>) {
  return (
    <>
      <ServiceFields value={path} onChange={(service) => onChange(toProvider(service))} />
      <Picker
        label="Provider"
        value={path.authorizationProviderId}
        onChange={(authorizationProviderId) => onChange({ ...path, authorizationProviderId, authorizationId: '' })}
        source={toKnownSource(toServiceNames(path), 'authorizationProviders')}
      />
      <Picker
        label="Authorization"
        value={path.authorizationId}
        onChange={(authorizationId) => onChange({ ...path, authorizationId })}
        source={useAuthorizationSource(path)}
        isFilled={path.authorizationProviderId !== ''}
      />
    </>
  );
}

/** Returns the first known provider of a service. */
export function toProvider(service: Service): AuthorizationPath {
  const authorizationProviderId = firstKnown(toServiceNames(service), 'authorizationProviders');
  return { ...service, authorizationProviderId, authorizationId: '' };
}

interface CredentialFieldsProps {
  readonly value: Credentials;
  readonly onChange: (value: Credentials) => void;
}

function CredentialFields({ value, onChange }: CredentialFieldsProps) {
  return (
    <>
      <SelectField
        label="Grant"
        value={value.grant}
        onChange={(grant) => onChange({ ...value, grant })}
        options={GRANTS}
      />
      <TextField
        label="Client id"
        mono
        value={value.clientId}
        onInput={(clientId) => onChange({ ...value, clientId })}
      />
      <TextField
        label="Client secret"
        type="password"
        value={value.clientSecret}
        onInput={(clientSecret) => onChange({ ...value, clientSecret })}
        hint="Sent once; never stored or returned."
      />
    </>
  );
}

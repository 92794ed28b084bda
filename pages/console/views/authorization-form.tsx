import { useState } from 'preact/hooks';
import { Authorization } from '../../../lib/contracts/authorization.ts';
import {
  type AuthorizationPath,
  type AuthorizationWrite,
  GRANTS,
  type KnownAuthorization,
  toBody,
} from '../logic/authorization-form.ts';
import { findIssues } from '../logic/issues.ts';
import { SelectField, TextField } from '../parts/field.tsx';
import { Picker } from '../parts/picker.tsx';
import { ResourceFields } from '../parts/resource-fields.tsx';
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
  const isValid = findIssues(Authorization.request, toBody(write)).length === 0;
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
        <button type="button" onClick={onRead}>
          Load
        </button>
        {known ? (
          <span class="muted">only if unchanged (If-Match)</span>
        ) : (
          <button type="button" onClick={() => send('*')}>
            Overwrite
          </button>
        )}
      </div>
    </form>
  );
}

function PathFields({ path, onChange }: Pick<AuthorizationFormProps, 'path' | 'onChange'>) {
  const change = (part: Partial<AuthorizationPath>) => onChange({ ...path, ...part });
  return (
    <>
      <ResourceFields scope={path} onChange={change} />
      <TextField label="Service" mono value={path.serviceName} onInput={(serviceName) => change({ serviceName })} />
      <TextField
        label="Provider"
        mono
        value={path.authorizationProviderId}
        onInput={(authorizationProviderId) => change({ authorizationProviderId })}
      />
      <Picker
        label="Authorization"
        value={path.authorizationId}
        onChange={(authorizationId) => change({ authorizationId })}
        source={useAuthorizationSource(path)}
      />
    </>
  );
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

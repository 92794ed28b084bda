/** The diagnostic settings of an API. */
import type { ApiDiagnostic, ApiDiagnosticRequest, ResponseOf } from '../../../client/src/index.ts';
import { ApiDiagnosticRequest as contract } from '../../../lib/contracts/api-diagnostic.ts';
import { useCall } from '../api.ts';
import { useDesk } from '../context.ts';
import { toTitle } from '../logic/format.ts';
import { findIssues } from '../logic/issues.ts';
import { announce } from '../parts/announce.tsx';
import { AnswerBar, Raw } from '../parts/answer-bar.tsx';
import { CallView } from '../parts/call-view.tsx';
import { type Fact, Facts } from '../parts/facts.tsx';
import { Check, findIssue, SelectField, TextField } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { ResourceFields, type Scope, toFirstScope } from '../parts/resource-fields.tsx';
import { useStored } from '../parts/use-stored.ts';

interface DiagnosticForm {
  readonly serviceName: string;
  readonly apiId: string;
  readonly diagnosticId: string;
  readonly apiVersion: '2024-05-01' | '2019-01-01' | 'latest';
  readonly loggerId: string;
  readonly percentage: string;
  readonly verbosity: string;
  readonly protocol: string;
  readonly bytes: string;
  readonly headers: string;
  readonly isErrorAlwaysLogged: boolean;
}

const FIRST: DiagnosticForm = {
  serviceName: 'gateway-shop',
  apiId: 'orders',
  diagnosticId: 'monitor',
  apiVersion: '2024-05-01',
  loggerId: '/loggers/monitor',
  percentage: '50',
  verbosity: 'error',
  protocol: 'W3C',
  bytes: '512',
  headers: 'content-type',
  isErrorAlwaysLogged: true,
};

function toBody(form: DiagnosticForm): ApiDiagnosticRequest {
  const message = {
    ...(form.bytes === '' ? {} : { body: { bytes: Number(form.bytes) } }),
    headers: form.headers.split(/[\s,]+/).filter((name) => name !== ''),
  };
  return {
    properties: {
      loggerId: form.loggerId,
      ...(form.isErrorAlwaysLogged ? { alwaysLog: 'allErrors' as const } : {}),
      ...(form.percentage === ''
        ? {}
        : { sampling: { samplingType: 'fixed' as const, percentage: Number(form.percentage) } }),
      ...(form.verbosity === '' ? {} : { verbosity: form.verbosity as 'error' }),
      ...(form.protocol === '' ? {} : { httpCorrelationProtocol: form.protocol as 'W3C' }),
      frontend: { request: message, response: message },
    },
  };
}

export function ApiDiagnostics() {
  const [scope, setScope] = useStored('diagnostics.scope', toFirstScope());
  const [form, setForm] = useStored('diagnostics.form', FIRST);
  const { tags, call } = useDiagnostics();
  const write: Write = { scope, form };
  const tag = tags[toKey(write)];
  const isValid = form.loggerId !== '' && findIssues(contract, toBody(form)).length === 0;
  return (
    <Page id="api-diagnostics">
      <form
        class="panel form"
        onSubmit={(event) => {
          event.preventDefault();
          call.run(write);
        }}
      >
        <ResourceFields scope={scope} onChange={setScope} />
        <NameFields form={form} change={(part) => setForm({ ...form, ...part })} />
        <SettingFields form={form} change={(part) => setForm({ ...form, ...part })} />
        <div class="actions">
          <button type="submit" class="primary" disabled={!isValid}>
            {tag ? 'Update the diagnostic' : 'Create or update'}
          </button>
          {tag && <span class="muted">only if it is as last seen here (If-Match)</span>}
        </div>
      </form>
      <CallView call={call} what="the diagnostic" idle={<p>The settings as the cloud keeps them will stand here.</p>}>
        {(answer) => (
          <section class="panel" aria-label="The diagnostic as kept">
            <AnswerBar answer={answer} />
            <Facts facts={toFacts(answer.body)} />
            <Raw body={answer.body} />
          </section>
        )}
      </CallView>
    </Page>
  );
}

interface Write {
  readonly scope: Scope;
  readonly form: DiagnosticForm;
}

function toKey({ scope, form }: Write): string {
  const { serviceName, apiId, diagnosticId } = form;
  return Object.values({ ...scope, serviceName, apiId, diagnosticId })
    .join('/')
    .toLowerCase();
}

/** The call that writes a diagnostic, and the entity tags of those that it wrote. */
function useDiagnostics() {
  const { client } = useDesk();
  const [tags, setTags] = useStored<Readonly<Record<string, string>>>('diagnostics.tags', {});
  const call = useCall(async (write: Write, signal) => {
    const { serviceName, apiId, diagnosticId, apiVersion } = write.form;
    const ifMatch = tags[toKey(write)];
    const answer = (await client.createOrUpdateApiDiagnostic(
      {
        ...{ ...write.scope, serviceName, apiId, diagnosticId, apiVersion },
        body: toBody(write.form),
        ...(ifMatch === undefined ? {} : { ifMatch }),
      },
      { signal },
    )) as ResponseOf<number, ApiDiagnostic>;
    setTags({ ...tags, [toKey(write)]: answer.etag ?? '*' });
    announce(answer.status === 201 ? 'The diagnostic was created.' : 'The diagnostic was updated.');
    return answer;
  });
  return { tags, call };
}

interface FieldsProps {
  readonly form: DiagnosticForm;
  readonly change: (part: Partial<DiagnosticForm>) => void;
}

function NameFields({ form, change }: FieldsProps) {
  return (
    <>
      <TextField label="Service" mono value={form.serviceName} onInput={(serviceName) => change({ serviceName })} />
      <TextField label="API" mono value={form.apiId} onInput={(apiId) => change({ apiId })} />
      <TextField
        label="Diagnostic"
        mono
        value={form.diagnosticId}
        onInput={(diagnosticId) => change({ diagnosticId })}
      />
      <SelectField
        label="api-version"
        value={form.apiVersion}
        onChange={(value) => change({ apiVersion: value as DiagnosticForm['apiVersion'] })}
        options={['2024-05-01', '2019-01-01', 'latest'].map((version) => [version, version] as const)}
      />
    </>
  );
}

function SettingFields({ form, change }: FieldsProps) {
  const issues = findIssues(contract, toBody(form));
  return (
    <>
      <TextField
        label="Logger"
        mono
        value={form.loggerId}
        onInput={(loggerId) => change({ loggerId })}
        issue={form.loggerId === '' ? 'is required' : findIssue(issues, 'properties.loggerId')}
      />
      <TextField
        label="Sampling, percent"
        type="number"
        value={form.percentage}
        onInput={(percentage) => change({ percentage })}
        issue={findIssue(issues, 'properties.sampling')}
      />
      <TextField
        label="Body bytes to log"
        type="number"
        value={form.bytes}
        onInput={(bytes) => change({ bytes })}
        issue={findIssue(issues, 'properties.frontend')}
      />
      <SelectField
        label="Verbosity"
        value={form.verbosity}
        onChange={(verbosity) => change({ verbosity })}
        options={[
          ...['error', 'information', 'verbose'].map((each) => [each, toTitle(each)] as const),
          ['', 'Not set'],
        ]}
      />
      <SelectField
        label="Correlation"
        value={form.protocol}
        onChange={(protocol) => change({ protocol })}
        options={['W3C', 'Legacy', 'None'].map((each) => [each, each] as const)}
      />
      <TextField label="Headers to log" mono value={form.headers} onInput={(headers) => change({ headers })} />
      <fieldset class="checks">
        <legend>Always log</legend>
        <Check
          label="Errors, sampled or not"
          isChecked={form.isErrorAlwaysLogged}
          onChange={(isErrorAlwaysLogged) => change({ isErrorAlwaysLogged })}
        />
      </fieldset>
    </>
  );
}

function toFacts({ name, properties }: ApiDiagnostic): readonly Fact[] {
  return [
    ['Name', name],
    ['Logger', properties.loggerId],
    ['Sampling', properties.sampling && `${properties.sampling.percentage} %`],
    ['Verbosity', properties.verbosity],
    ['Correlation', properties.httpCorrelationProtocol],
    ['Body', properties.frontend?.request?.body && `${properties.frontend.request.body.bytes} bytes`],
  ];
}

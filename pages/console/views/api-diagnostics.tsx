/** The diagnostic settings of an API. */
import type { ApiDiagnostic, ResponseOf } from '../../../client/src/index.ts';
import { ApiDiagnostic as ApiDiagnosticContract } from '../../../lib/contracts/api-diagnostic.ts';
import { useConsole } from '../context.ts';
import { type DiagnosticForm, INITIAL_FORM, toBody } from '../logic/diagnostic-form.ts';
import { findIssues } from '../logic/issues.ts';
import { checkWrite } from '../logic/open-outcome.ts';
import type { Scope } from '../logic/resource-id.ts';
import { announce } from '../parts/announce.tsx';
import { CallView } from '../parts/call-view.tsx';
import { type Fact, Facts } from '../parts/facts.tsx';
import { Page } from '../parts/page.tsx';
import { defaultScope } from '../parts/resource-fields.tsx';
import { ResponseBar } from '../parts/response-bar.tsx';
import { defaultService, ServiceFields } from '../parts/service-fields.tsx';
import { useStored } from '../parts/use-stored.ts';
import { useCall } from '../use-call.ts';
import { NameFields, SettingFields, toApi } from './api-diagnostic-fields.tsx';

export function ApiDiagnostics() {
  const [scope, setScope] = useStored('diagnostics.scope', defaultScope());
  const [form, setForm] = useStored('diagnostics.form', { ...INITIAL_FORM, ...toApi(defaultService()) });
  const { tags, call } = useDiagnostics();
  const write: Write = { scope, form };
  const tag = tags[toKey(write)];
  const isNamed = ![form.serviceName, form.apiId, form.diagnosticId].includes('');
  const isValid =
    isNamed && form.loggerId !== '' && findIssues(ApiDiagnosticContract.request, toBody(form)).length === 0;
  const submit = (event: Event) => {
    event.preventDefault();
    call.run(write);
  };
  return (
    <Page id="api-diagnostics">
      <form class="panel form" onSubmit={submit}>
        <ServiceFields
          value={{ ...scope, serviceName: form.serviceName }}
          onChange={({ serviceName, ...changed }) => {
            setScope(changed);
            setForm({ ...form, ...toApi({ ...changed, serviceName }) });
          }}
        />
        <NameFields scope={scope} form={form} change={(part) => setForm({ ...form, ...part })} />
        <SettingFields form={form} change={(part) => setForm({ ...form, ...part })} />
        <div class="actions">
          <button type="submit" class="primary" disabled={!isValid}>
            {tag ? 'Update diagnostic' : 'Create or update diagnostic'}
          </button>
          {tag && <span class="muted">only if unchanged (If-Match)</span>}
        </div>
      </form>
      <CallView call={call} what="the diagnostic" idle={<p>The saved settings will appear here.</p>}>
        {({ response, what }) => (
          <section class="panel" aria-label="Saved diagnostic">
            <h2>{response.body.name}</h2>
            <Facts facts={toFacts(response.body)} />
            <ResponseBar response={response} what={what} body={response.body} />
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

interface SeenDiagnostic {
  /** What the call did. */
  readonly what: string;
  readonly response: ResponseOf<number, ApiDiagnostic>;
}

/** The call that writes a diagnostic, and the entity tags of the written ones. */
function useDiagnostics() {
  const { client } = useConsole();
  const [tags, setTags] = useStored<Readonly<Record<string, string>>>('diagnostics.tags', {});
  const remember = (write: Write, tag: string | undefined) => setTags({ ...tags, [toKey(write)]: tag ?? '*' });
  const call = useCall(
    async (write: Write, signal): Promise<SeenDiagnostic> => {
      const response = await client.createOrUpdateApiDiagnostic(
        { ...toPath(write), body: toBody(write.form), ...toCondition(tags[toKey(write)]) },
        { signal },
      );
      remember(write, response.etag);
      const what = response.status === 201 ? 'Created' : 'Updated';
      announce(`Diagnostic ${what.toLowerCase()}.`);
      return { what, response: response as SeenDiagnostic['response'] };
    },
    (write) => async (signal) => {
      const sent = { method: 'PUT', ...toCondition(tags[toKey(write)]) } as const;
      const { response, ...finding } = await checkWrite<ApiDiagnostic>(sent, () =>
        client.getApiDiagnostic(toPath(write), { signal }),
      );
      return { ...finding, result: response && { what: 'Loaded', response } };
    },
  );
  return { tags, call };
}

function toPath({ scope, form: { serviceName, apiId, diagnosticId, apiVersion } }: Write) {
  return { ...scope, serviceName, apiId, diagnosticId, apiVersion };
}

function toCondition(ifMatch: string | undefined): { readonly ifMatch?: string } {
  return ifMatch === undefined ? {} : { ifMatch };
}

function toFacts({ properties }: ApiDiagnostic): readonly Fact[] {
  return [
    ['Logger', properties.loggerId],
    ['Sampling', properties.sampling && `${properties.sampling.percentage} %`],
    ['Verbosity', properties.verbosity],
    ['Correlation', properties.httpCorrelationProtocol],
    ['Body', properties.frontend?.request?.body && `${properties.frontend.request.body.bytes} bytes`],
  ];
}

/** The diagnostic settings of an API. */
import type { ApiDiagnostic, ResponseOf } from '../../../client/src/index.ts';
import { ApiDiagnostic as ApiDiagnosticContract } from '../../../lib/contracts/api-diagnostic.ts';
import { useConsole } from '../context.ts';
import { type DiagnosticForm, INITIAL_FORM, toBody } from '../logic/diagnostic-form.ts';
import { findIssues } from '../logic/issues.ts';
import type { Scope } from '../logic/resource-id.ts';
import { announce } from '../parts/announce.tsx';
import { CallView } from '../parts/call-view.tsx';
import { type Fact, Facts } from '../parts/facts.tsx';
import { Page } from '../parts/page.tsx';
import { defaultScope, ResourceFields } from '../parts/resource-fields.tsx';
import { Raw, ResponseBar } from '../parts/response-bar.tsx';
import { useStored } from '../parts/use-stored.ts';
import { useCall } from '../use-call.ts';
import { NameFields, SettingFields } from './api-diagnostic-fields.tsx';

export function ApiDiagnostics() {
  const [scope, setScope] = useStored('diagnostics.scope', defaultScope());
  const [form, setForm] = useStored('diagnostics.form', INITIAL_FORM);
  const { tags, call } = useDiagnostics();
  const write: Write = { scope, form };
  const tag = tags[toKey(write)];
  const isValid = form.loggerId !== '' && findIssues(ApiDiagnosticContract.request, toBody(form)).length === 0;
  const submit = (event: Event) => {
    event.preventDefault();
    call.run(write);
  };
  return (
    <Page id="api-diagnostics">
      <form class="panel form" onSubmit={submit}>
        <ResourceFields scope={scope} onChange={setScope} />
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
        {(response) => (
          <section class="panel" aria-label="Saved diagnostic">
            <ResponseBar response={response} />
            <Facts facts={toFacts(response.body)} />
            <Raw body={response.body} />
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

/** The call that writes a diagnostic, and the entity tags of the written ones. */
function useDiagnostics() {
  const { client } = useConsole();
  const [tags, setTags] = useStored<Readonly<Record<string, string>>>('diagnostics.tags', {});
  const call = useCall(async (write: Write, signal) => {
    const { serviceName, apiId, diagnosticId, apiVersion } = write.form;
    const ifMatch = tags[toKey(write)];
    const response = (await client.createOrUpdateApiDiagnostic(
      {
        ...{ ...write.scope, serviceName, apiId, diagnosticId, apiVersion },
        body: toBody(write.form),
        ...(ifMatch === undefined ? {} : { ifMatch }),
      },
      { signal },
    )) as ResponseOf<number, ApiDiagnostic>;
    setTags({ ...tags, [toKey(write)]: response.etag ?? '*' });
    announce(response.status === 201 ? 'Diagnostic created.' : 'Diagnostic updated.');
    return response;
  });
  return { tags, call };
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

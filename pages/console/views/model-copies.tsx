/** Authorizes copying a document model. Its response contains a secret that the caller needs. */
import type { ModelCopyAuthorization, ModelCopyRequest as RequestBody } from '../../../client/src/index.ts';
import { ModelCopyRequest } from '../../../lib/contracts/model-copy.ts';
import { useConsole } from '../context.ts';
import { formatDistance, formatTime } from '../logic/format.ts';
import { findIssues } from '../logic/issues.ts';
import { announce } from '../parts/announce.tsx';
import { CallView } from '../parts/call-view.tsx';
import { Chip } from '../parts/chip.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Facts } from '../parts/facts.tsx';
import { findIssue, TextAreaField, TextField } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { ResponseBar } from '../parts/response-bar.tsx';
import { Secret } from '../parts/secret.tsx';
import { useNow } from '../parts/use-now.ts';
import { useStored } from '../parts/use-stored.ts';
import { useCall } from '../use-call.ts';

interface CopyForm {
  readonly modelId: string;
  readonly description: string;
  /** `name: value`, one per line. */
  readonly tags: string;
}

function toBody({ modelId, description, tags }: CopyForm): RequestBody {
  const pairs = tags
    .split('\n')
    .filter((line) => line.includes(':'))
    .map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()] as const);
  return {
    modelId,
    ...(description === '' ? {} : { description }),
    ...(pairs.length === 0 ? {} : { tags: Object.fromEntries(pairs) }),
  };
}

export function ModelCopies() {
  const { client } = useConsole();
  const call = useCall(async (body: RequestBody, signal) => {
    const response = await client.authorizeModelCopy({ body }, { signal });
    announce('Copy authorized.');
    return response;
  });
  return (
    <Page id="model-copies">
      <CopyFields onSubmit={call.run} />
      <CallView call={call} what="the authorization" idle={<p>The access token for the copy will appear here.</p>}>
        {(response) => (
          <section class="panel" aria-label="Authorization">
            {response.status === 200 ? (
              <AuthorizationFacts authorization={response.body} />
            ) : (
              <p class="note">The service has accepted it and is not done yet.</p>
            )}
            <ResponseBar response={response} what="Authorized" />
          </section>
        )}
      </CallView>
    </Page>
  );
}

function CopyFields({ onSubmit }: { readonly onSubmit: (body: RequestBody) => void }) {
  const [form, setForm] = useStored<CopyForm>('model-copies', { modelId: 'invoices-2026', description: '', tags: '' });
  const body = toBody(form);
  const issues = findIssues(ModelCopyRequest.request, body);
  const change = (part: Partial<CopyForm>) => setForm({ ...form, ...part });
  const submit = (event: Event) => {
    event.preventDefault();
    onSubmit(body);
  };
  return (
    <form class="panel form" onSubmit={submit}>
      <TextField
        label="Model id"
        mono
        value={form.modelId}
        onInput={(modelId) => change({ modelId })}
        issue={findIssue(issues, 'modelId')}
      />
      <TextField
        label="Description"
        value={form.description}
        onInput={(description) => change({ description })}
        issue={findIssue(issues, 'description')}
      />
      <TextAreaField
        label="Tags"
        wide
        rows={2}
        value={form.tags}
        onInput={(tags) => change({ tags })}
        hint="name: value, one per line."
      />
      <div class="actions">
        <button type="submit" class="primary" disabled={issues.length > 0}>
          Authorize copy
        </button>
      </div>
    </form>
  );
}

function AuthorizationFacts({ authorization }: { readonly authorization: ModelCopyAuthorization }) {
  const now = useNow(1000);
  const expiry = Date.parse(authorization.expirationDateTime);
  return (
    <>
      <h2>
        {authorization.targetModelId}{' '}
        <Chip tone={expiry > now ? 'ok' : 'warning'}>{expiry > now ? 'May be copied here' : 'Expired'}</Chip>
      </h2>
      <Facts
        facts={[
          ['Access token', <Secret key="token" text={authorization.accessToken} what="access token" />],
          [
            'Expires',
            `${formatTime(authorization.expirationDateTime)} (${expiry > now ? formatDistance(expiry, now) : 'expired'})`,
          ],
          ['Target region', authorization.targetResourceRegion],
          ['Target resource', <code key="resource">{authorization.targetResourceId}</code>],
          // The source copies with all of it. Its location is the service's own address, which leads no user anywhere.
          [
            'For the source',
            <CopyButton
              key="all"
              text={JSON.stringify(authorization)}
              what="authorization as JSON"
              label="Copy authorization as JSON"
            />,
          ],
        ]}
      />
    </>
  );
}

/** Authorization to copy a document model: the one answer whose secret is the caller's to have. */
import type { ModelCopyAuthorization, ModelCopyRequest } from '../../../client/src/index.ts';
import { ModelCopyRequest as contract } from '../../../lib/contracts/model-copy-authorization.ts';
import { useCall } from '../api.ts';
import { useDesk } from '../context.ts';
import { formatDistance, formatMoment } from '../logic/format.ts';
import { findIssues } from '../logic/issues.ts';
import { announce } from '../parts/announce.tsx';
import { AnswerBar } from '../parts/answer-bar.tsx';
import { CallView } from '../parts/call-view.tsx';
import { Facts } from '../parts/facts.tsx';
import { findIssue, TextAreaField, TextField } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { Secret } from '../parts/secret.tsx';
import { useNow } from '../parts/use-now.ts';
import { useStored } from '../parts/use-stored.ts';

interface CopyForm {
  readonly modelId: string;
  readonly description: string;
  /** `name: value`, one a line. */
  readonly tags: string;
}

function toBody({ modelId, description, tags }: CopyForm): ModelCopyRequest {
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
  const { client } = useDesk();
  const [form, setForm] = useStored<CopyForm>('model-copies', { modelId: 'invoices-2026', description: '', tags: '' });
  const body = toBody(form);
  const issues = findIssues(contract, body);
  const change = (part: Partial<CopyForm>) => setForm({ ...form, ...part });
  const call = useCall(async (request: ModelCopyRequest, signal) => {
    const answer = await client.authorizeModelCopy({ body: request }, { signal });
    announce('The copy is authorized.');
    return answer;
  });
  return (
    <Page id="model-copies">
      <form
        class="panel form"
        onSubmit={(event) => {
          event.preventDefault();
          call.run(body);
        }}
      >
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
          hint="name: value, one a line."
        />
        <div class="actions">
          <button type="submit" class="primary" disabled={issues.length > 0}>
            Authorize the copy
          </button>
        </div>
      </form>
      <CallView call={call} what="the authorization" idle={<p>The token to hand to whoever copies will stand here.</p>}>
        {(answer) => (
          <section class="panel" aria-label="Authorization">
            <AnswerBar answer={answer} />
            {answer.status === 200 ? (
              <Authorized authorization={answer.body} />
            ) : (
              <p>The cloud took it; what it made of it, it did not say.</p>
            )}
          </section>
        )}
      </CallView>
    </Page>
  );
}

function Authorized({ authorization }: { readonly authorization: ModelCopyAuthorization }) {
  const now = useNow(1000);
  const expiry = Date.parse(authorization.expirationDateTime);
  return (
    <Facts
      facts={[
        ['Access token', <Secret key="token" text={authorization.accessToken} what="access token" />],
        [
          'Expires',
          `${formatMoment(authorization.expirationDateTime)}, ${expiry > now ? formatDistance(expiry, now) : 'which has passed'}`,
        ],
        ['Target model', <code key="model">{authorization.targetModelId}</code>],
        ['Target region', authorization.targetResourceRegion],
        ['Target resource', <code key="resource">{authorization.targetResourceId}</code>],
        ['Location', <code key="location">{authorization.targetModelLocation}</code>],
      ]}
    />
  );
}

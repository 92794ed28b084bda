/** Authorizes the copy of a document model. The response contains a secret, so it is not in the address. */

import { useMemo } from 'preact/hooks';
import { call, loadDocument } from '../api.ts';
import { useConsole } from '../context.ts';
import { formatTime } from '../logic/format.ts';
import type { BodyField, Json } from '../logic/kind.ts';
import { BodyForm, formatBody, parseDraft } from '../parts/body-form.tsx';
import { useStored } from '../parts/hooks.ts';
import { LoadView } from '../parts/load-view.tsx';
import { CopyButton, Facts, Secret } from '../parts/values.tsx';
import { WriteView } from '../parts/write-view.tsx';
import { useLoad } from '../use-load.ts';
import { useWrite } from '../use-write.ts';
import { findBody } from './editing.tsx';

const FIELDS: readonly BodyField[] = [
  { path: 'modelId', label: 'Model id' },
  { path: 'description', label: 'Description', hint: 'For the people who see the model.' },
  { path: 'tags', label: 'Tags', hint: 'For example team: shop, stage: test.' },
];

export function ModelCopies() {
  const document = useLoad({ key: 'openapi', load: loadDocument });
  return (
    <LoadView load={document} what="the description of the form" service="Frontdesk" isStatic>
      {(openApi) => <CopyForm body={findBody(openApi, 'authorizeModelCopy')} />}
    </LoadView>
  );
}

function CopyForm({ body }: { readonly body: ReturnType<typeof findBody> }) {
  const { client } = useConsole();
  const [text, setText] = useStored('model-copies', formatBody({ modelId: '' }));
  const draft = useMemo(() => parseDraft(body, text), [text]);
  const write = useWrite();
  const { state } = write;
  const submit = () =>
    write.run({
      what: `Allow the copy to ${(draft.value as Json)['modelId']}`,
      send: (signal) => call(client, 'authorizeModelCopy', { body: draft.value }, { signal }),
    });
  return (
    <>
      <BodyForm
        label="Request as JSON"
        body={body}
        fields={FIELDS}
        text={text}
        draft={draft}
        onText={setText}
        onSubmit={submit}
      >
        <button type="submit" class="primary" disabled={draft.issues.length > 0}>
          Allow the copy
        </button>
      </BodyForm>
      <WriteView write={write} service="Document models" />
      {state.kind === 'done' && state.answer.status === 200 && <Permission permission={state.answer.body} />}
    </>
  );
}

function Permission({ permission }: { readonly permission: Json }) {
  return (
    <section class="note" aria-label="Permission to copy">
      <Facts
        facts={[
          ['Model', String(permission['targetModelId'])],
          ['Access token', <Secret key="token" text={String(permission['accessToken'])} what="access token" />],
          ['Expires', formatTime(String(permission['expirationDateTime']))],
          ['Region', String(permission['targetResourceRegion'])],
          // The source copies with all of it.
          [
            'For the source',
            <CopyButton
              key="all"
              text={JSON.stringify(permission)}
              what="permission as JSON"
              label="Copy all as JSON"
            />,
          ],
        ]}
      />
    </section>
  );
}

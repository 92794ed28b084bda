/** Authorizes the copy of a document model. The response contains a secret, so it is not in the address. */
import { formatTime } from '../logic/format.ts';
import type { BodyField, Json } from '../logic/kind.ts';
import { CopyButton, Facts, Secret } from '../parts/values.tsx';
import { AnyOperation } from './any-operation.tsx';

const FIELDS: readonly BodyField[] = [
  { path: 'modelId', label: 'Model id' },
  { path: 'description', label: 'Description', hint: 'For the people who see the model.' },
  { path: 'tags', label: 'Tags', hint: 'For example team: shop, stage: test.' },
];

export function ModelCopies() {
  return (
    <AnyOperation name="authorizeModelCopy" title="Allow the copy" fields={FIELDS} initial={{ modelId: '' }}>
      {(permission) => <Permission permission={permission} />}
    </AnyOperation>
  );
}

function Permission({ permission }: { readonly permission: Json }) {
  return (
    <section class="note stack" aria-label="Permission to copy">
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

import { useState } from 'preact/hooks';
import type { Operation, Response } from '../logic/document.ts';
import { toName } from '../logic/document.ts';
import { Choice } from './choice.tsx';
import { useReference } from './context.ts';
import { Members } from './schema.tsx';
import { Code, Named, Prose } from './text.tsx';

/** Every status of an operation in one place: what it means, an example that a running stack returned, and its headers. */
export function Responses({ responses }: Pick<Operation, 'responses'>) {
  const statuses = Object.keys(responses).toSorted();
  const [status, setStatus] = useState(statuses[0] ?? '');
  return (
    <section aria-labelledby="responses">
      <h2 id="responses">Responses</h2>
      <Choice label="Status" id="response" options={statuses} value={status} onChange={setStatus}>
        {responses[status] && <ResponseDetails key={status} status={status} response={responses[status]} />}
      </Choice>
    </section>
  );
}

function ResponseDetails({ status, response }: { readonly status: string; readonly response: Response }) {
  const { components } = useReference().document;
  const { description, content, headers = {} } = response;
  const json = content?.['application/json'];
  return (
    <>
      <Prose text={description} />
      {json?.example !== undefined && (
        <Code text={JSON.stringify(json.example, undefined, 2)} what={`Example of ${status}`} />
      )}
      {json?.schema && <Members schema={json.schema} title="Body" />}
      <details>
        <summary>Headers ({Object.keys(headers).length})</summary>
        <Named
          entries={Object.entries(headers).map(([name, { $ref }]) => [
            <code key={name}>{name}</code>,
            components.headers[toName($ref)]?.description ?? '',
          ])}
        />
      </details>
    </>
  );
}

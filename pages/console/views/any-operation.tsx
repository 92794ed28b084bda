/** An operation that has no page: a field for each parameter and the body, from the OpenAPI document, and what the service returned. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { readPageToken } from '../../../client/src/pages.ts';
import { listOperations, type OpenApiDocument, type Operation, type Parameter } from '../../docs/logic/document.ts';
import { toInputName } from '../../docs/logic/samples.ts';
import { call } from '../api.ts';
import type { BodyField, Json } from '../logic/kind.ts';
import { formatBody, listPaths } from '../logic/schema.ts';
import { BodyForm, findBody, useDraft, WithDocument } from '../parts/body-form.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { useWrite, WriteView } from '../parts/write.tsx';
import { amend, route } from '../router.ts';

interface AnyOperationProps {
  readonly name: string;
  /** What its button says; without it the operation's summary, and a write is confirmed. */
  readonly title?: string;
  readonly fields?: readonly BodyField[];
  readonly initial?: unknown;
  /** Of what was returned. */
  readonly children?: (body: Json) => ComponentChildren;
}

export function AnyOperation(props: AnyOperationProps) {
  return <WithDocument>{(openApi) => <OperationForm openApi={openApi} {...props} />}</WithDocument>;
}

interface FormProps extends AnyOperationProps {
  readonly openApi: OpenApiDocument;
}

const UNTOLD = 'This form does not know how to read it: look at it on its page before you send it again.';

/** What is typed, and the request of it. */
function useOperation({ openApi, name, title, initial }: FormProps) {
  const operation = listOperations(openApi).find(({ operationId }) => operationId === name) as Operation;
  const body = findBody(openApi, name);
  const form = useDraft(`any ${name}`, body, initial ?? body.example ?? {});
  const write = useWrite();
  const parameters = operation.parameters.flatMap((parameter) => {
    const input = toInputName(parameter);
    return input === undefined ? [] : [{ ...parameter, input, value: readValue(parameter) }];
  });
  const send = () =>
    write.run({
      what: title ?? operation.summary,
      send: (signal) => {
        const given = parameters.filter(({ value }) => value !== '').map(({ input, value }) => [input, value]);
        const input = { ...Object.fromEntries(given), ...(operation.requestBody && { body: form.complete() }) };
        return call(name, input, { signal });
      },
      ...(operation.method === 'GET' || title ? {} : { look: async () => ({ text: UNTOLD }) }),
    });
  return { operation, parameters, form, write, send };
}

function OperationForm(props: FormProps) {
  const { title, children } = props;
  const { operation, parameters, form, write, send } = useOperation(props);
  const { fields = listPaths(form.body).map((path) => ({ path, label: path.replace('properties.', '') })) } = props;
  const { summary, method, requestBody } = operation;
  const [isAsked, setAsked] = useState(false);
  const isDirect = method === 'GET' || title !== undefined;
  const isWrong = requestBody !== undefined && form.draft.issues.length > 0;
  const missing = parameters.find(({ required, value }) => required && value === '')?.name;
  return (
    <>
      <div class="fields">
        {parameters.map((field) => (
          <TextField
            key={field.name}
            label={field.required ? `${field.name} (required)` : field.name}
            hint={field.description?.replaceAll('`', '')}
            value={field.value}
            onChange={(value) => amend({ [field.name]: value })}
          />
        ))}
      </div>
      <BodyForm
        label="Body as JSON"
        fields={fields}
        {...form}
        isAbsent={!requestBody}
        onSubmit={isDirect ? send : () => setAsked(true)}
      >
        <button
          type="submit"
          class={method === 'DELETE' ? 'danger' : 'primary'}
          disabled={isWrong || missing !== undefined}
        >
          {title ?? (isDirect ? summary : `${summary}…`)}
        </button>
        {missing && <span class="muted">Enter {missing} first.</span>}
      </BodyForm>
      {isAsked && (
        <Dialog
          title={`${summary}?`}
          confirm={summary}
          isDestructive={method === 'DELETE'}
          onConfirm={send}
          onClose={() => setAsked(false)}
        >
          <p>It is sent as it is in the form.</p>
        </Dialog>
      )}
      <WriteView write={write} />
      {write.state.kind === 'done' &&
        (children?.(write.state.answer.body) ?? <Result body={write.state.answer.body} onNext={send} />)}
    </>
  );
}

/** The address has what was typed; before that it is the example's. Examples of options would narrow what is found. */
function readValue({ name, required, example }: Parameter): string {
  return route.value.query[name] ?? (required ? String(example ?? '') : '');
}

function Result({ body, onNext }: { readonly body: Json | undefined; readonly onNext: () => void }) {
  if (body === undefined) return null;
  const rows = body['value'];
  const next = readPageToken(body);
  return (
    <>
      {Array.isArray(rows) ? (
        <Table
          label="What was returned"
          columns={toColumns(rows)}
          rows={rows}
          empty="The list is empty."
          toKey={(row) => String(row['id'] ?? rows.indexOf(row))}
        />
      ) : (
        <pre class="block">{formatBody(body)}</pre>
      )}
      {next !== undefined && (
        <button
          type="button"
          onClick={() => {
            amend({ $skipToken: next });
            onNext();
          }}
        >
          Next page
        </button>
      )}
    </>
  );
}

const MAX_COLUMNS = 5;

/** The first members with a plain value. */
function toColumns(rows: readonly Json[]): readonly Column<Json>[] {
  const names = Object.entries(rows[0] ?? {}).flatMap(([name, value]) => (typeof value === 'object' ? [] : [name]));
  return names.slice(0, MAX_COLUMNS).map((name) => ({ title: name, sortBy: (row) => String(row[name] ?? '') }));
}

import { useState } from 'preact/hooks';
import { toHref } from '../../console/logic/address.ts';
import { KINDS } from '../../console/logic/kinds.ts';
import { toViewHref } from '../../console/logic/request-code.ts';
import { type Operation, type Parameter, type Response, toName } from '../logic/document.ts';
import { composeSample, languages } from '../logic/samples.ts';
import { Choice } from './choice.tsx';
import { useReference } from './context.ts';
import { Members, Value } from './schema.tsx';
import { Breakable, Code, Method, Named, Prose } from './text.tsx';

const places: readonly (readonly [Parameter['in'], string])[] = [
  ['path', 'Path'],
  ['query', 'Query'],
  ['header', 'Headers'],
];

export function OperationPage({ operation }: { readonly operation: Operation }) {
  const { config } = useReference();
  const { method, path, summary, description } = operation;
  const href = toConsoleHref(operation);
  return (
    <article>
      <p class="muted">{operation.tags[0]}</p>
      <h1 tabIndex={-1}>{summary}</h1>
      <p class="block">
        <Method method={method} /> <Breakable text={path} />
      </p>
      <Prose text={description} />
      {href && config.pages.includes('console') && (
        <p>
          <a class="button primary" href={href}>
            Try it in the console
          </a>
        </p>
      )}
      <Samples operation={operation} />
      <Request operation={operation} />
      <Responses {...operation} />
    </article>
  );
}

function Request({ operation: { parameters, requestBody } }: { readonly operation: Operation }) {
  const json = requestBody?.content['application/json'];
  return (
    <section class="stack" aria-labelledby="request">
      <h2 id="request">Request</h2>
      {places.map(([place, title]) => {
        const found = parameters.filter((parameter) => parameter.in === place);
        return found.length === 0 ? null : (
          <section key={place} class="stack" aria-label={title}>
            <h3>{title}</h3>
            <dl class="members">
              {found.map((parameter) => (
                <Value key={parameter.name} {...parameter} />
              ))}
            </dl>
          </section>
        );
      })}
      {json && (
        <section class="stack" aria-label="Body">
          <h3>Body</h3>
          <Prose text={requestBody?.description ?? ''} />
          <Members schema={json.schema} title="Members" />
          {json.example !== undefined && (
            <Code text={JSON.stringify(json.example, undefined, 2)} what="Example of the body" />
          )}
        </section>
      )}
    </section>
  );
}

/** The operation's example as a command or script; the language stays chosen on the next operation. */
function Samples({ operation }: { readonly operation: Operation }) {
  const { config, document: openApi, language, setLanguage } = useReference();
  const sample = composeSample(language, operation, { server: openApi.servers[0].url, profile: config.profile });
  return (
    <section class="stack" aria-labelledby="sample">
      <h2 id="sample">Sample</h2>
      <Choice label="Language" id="sample-language" options={languages} value={language} onChange={setLanguage}>
        <Code text={sample} what={`${language} sample`} />
      </Choice>
    </section>
  );
}

/** Every status of an operation in one place: what it means, an example that a running stack returned, and its headers. */
function Responses({ responses }: Pick<Operation, 'responses'>) {
  const statuses = Object.keys(responses).toSorted();
  const [status, setStatus] = useState(statuses[0] ?? '');
  return (
    <section class="stack" aria-labelledby="responses">
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

/** Returns where the console has an operation, with the values of its example; undefined if the console has no view of the operation. */
function toConsoleHref({ operationId, parameters, requestBody }: Operation): string | undefined {
  const examples = parameters.flatMap(({ name, example }) => (example === undefined ? [] : [[name, String(example)]]));
  const href = toViewHref(operationId, Object.fromEntries(examples));
  const body = requestBody?.content['application/json'].example;
  if (operationId === 'searchRestorePoints')
    return `/console${toHref('restore-points', { ask: JSON.stringify(body) })}`;
  const isWrite = KINDS.some(({ write }) => write === operationId);
  return href && `/console${href}${isWrite ? '&tab=new' : ''}`;
}

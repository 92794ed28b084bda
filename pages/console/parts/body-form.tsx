/** The form of a request's body, made of its schema in the OpenAPI document: fields, the whole as JSON, and what is wrong. */

import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { resolve } from '../../docs/logic/describe-schema.ts';
import { listOperations, type OpenApiDocument, type Schema } from '../../docs/logic/document.ts';
import { at, withAt } from '../logic/changes.ts';
import { fetchJson } from '../logic/fetch-json.ts';
import { type BodyField, toText } from '../logic/kind.ts';
import {
  type BodySchema,
  findIssues,
  findMember,
  findMissingSecrets,
  formatBody,
  type Issue,
  mapSecrets,
} from '../logic/schema.ts';
import { SelectField, TextField } from './field.tsx';
import { useStored } from './hooks.ts';
import { LoadView, useLoad } from './load.tsx';

/** Loads the deployment's OpenAPI document, once. */
export function useDocument(isNeeded = true) {
  const key = isNeeded ? '/openapi.json' : undefined;
  return useLoad<OpenApiDocument>({ key, load: () => fetchJson('/openapi.json'), isKept: true });
}

export function WithDocument({ children }: { readonly children: (document: OpenApiDocument) => ComponentChildren }) {
  const document = useDocument();
  return (
    <LoadView load={document} what="the description of the form" isStatic>
      {children}
    </LoadView>
  );
}

export interface FormBody extends BodySchema {
  readonly example: unknown;
}

/** Returns the schema of an operation's body. */
export function findBody(document: OpenApiDocument, operation: string): FormBody {
  const found = listOperations(document).find(({ operationId }) => operationId === operation);
  const json = found?.requestBody?.content['application/json'];
  return { schema: json?.schema ?? {}, schemas: document.components.schemas, example: json?.example };
}

/** Parses and checks a JSON text; what is not JSON has one issue and no value. */
function parseDraft({ schema, schemas }: BodySchema, text: string) {
  try {
    const value: unknown = JSON.parse(text);
    return { value, issues: findIssues(schema, schemas, value) };
  } catch (error) {
    return { value: undefined, issues: [{ path: '', message: `is not valid JSON: ${(error as Error).message}` }] };
  }
}

export type Form = ReturnType<typeof useDraft>;

/** What is typed as a body; this tab keeps it, without its secrets. */
export function useDraft(key: string, body: FormBody, initial: unknown) {
  const [stored, store] = useStored(key, formatBody(initial));
  const withoutSecrets = (value: unknown) => formatBody(mapSecrets(body, value, () => undefined));
  // The secrets of the example are nobody's.
  const [text, setText] = useState(() => (stored === withoutSecrets(body.example) ? formatBody(body.example) : stored));
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const draft = useMemo(() => parseDraft(body, text), [text]);
  const onText = (next: string) => {
    setText(next);
    const { value } = parseDraft(body, next);
    if (value !== undefined) store(withoutSecrets(value));
  };
  return {
    ...{ body, text, draft, onText },
    secrets: {
      typed,
      paths: findMissingSecrets(body, draft.value),
      onType: (path: string, secret: string) => setTyped({ ...typed, [path]: secret }),
    },
    /** Returns the body with the secrets that were typed. */
    complete: (value = draft.value) => mapSecrets(body, value, (secret, path) => secret ?? (typed[path] || undefined)),
    /** Shows another body, and forgets what was typed. */
    reset: (value: unknown) => {
      setText(formatBody(value));
      setTyped({});
      sessionStorage.removeItem(key);
    },
  };
}

interface BodyFormProps extends Form {
  readonly label: string;
  readonly fields: readonly BodyField[];
  /** The request has no body: only the buttons. */
  readonly isAbsent?: boolean;
  /** Buttons; the form submits with one of them. */
  readonly children: ComponentChildren;
  readonly onSubmit: () => void;
}

export function BodyForm(props: BodyFormProps) {
  const { label, body, fields, text, draft, secrets, onText, isAbsent = false, children, onSubmit } = props;
  const submit = (event: Event) => {
    event.preventDefault();
    if (isAbsent || draft.issues.length === 0) onSubmit();
  };
  const change = (path: string, member: unknown) => onText(formatBody(withAt(draft.value, path, member)));
  const json = <JsonText label={label} text={text} draft={draft} onText={onText} rows={fields.length > 0 ? 10 : 22} />;
  return (
    <form class="stack" onSubmit={submit}>
      {fields.length > 0 && (
        <div class="fields">
          {fields.map((field) => (
            <Member
              key={field.path}
              field={field}
              body={body}
              draft={draft}
              onChange={(value) => change(field.path, value)}
            />
          ))}
        </div>
      )}
      {fields.length > 0 ? (
        <details>
          <summary>{label}</summary>
          {json}
        </details>
      ) : (
        !isAbsent && json
      )}
      {!isAbsent && <SecretFields {...secrets} />}
      <div class="actions">{children}</div>
    </form>
  );
}

/** Secrets that a body lacks: the service keeps them, and returns none. */
function SecretFields({ paths, typed, onType }: Form['secrets']) {
  if (paths.length === 0) return null;
  return (
    <section class="fields" aria-label="Secrets">
      {paths.map((path) => (
        <TextField
          key={path}
          type="password"
          label={path.replaceAll('properties.', '')}
          hint="The service keeps it: sent only if you type it. An output without an id needs it again."
          value={typed[path] ?? ''}
          onInput={(secret) => onType(path, secret)}
        />
      ))}
    </section>
  );
}

interface MemberProps extends Pick<Form, 'body' | 'draft'> {
  readonly field: BodyField;
  readonly onChange: (value: unknown) => void;
}

function Member({ field, body, draft, onChange }: MemberProps) {
  const member = findMember(body.schema, body.schemas, field.path);
  const { path, label, hint = member.description, isSecret, choices } = field;
  const value = at(draft.value, path);
  const isOf = (issue: Issue) => issue.path === path || issue.path.startsWith(`${path}[`);
  const issue = draft.issues.find(isOf)?.message;
  const isMissing = issue !== undefined && toText(value) === '';
  const kind = resolve(member, body.schemas);
  const isFlag = kind.type === 'boolean';
  const values = choices ?? (isFlag ? [true, false] : kind.enum)?.map((each) => [String(each), String(each)] as const);
  const frame = { label, hint: isMissing ? `Required. ${hint ?? ''}` : hint, issue: isMissing ? undefined : issue };
  return values ? (
    <SelectField
      {...frame}
      value={String(value ?? '')}
      options={[['', 'Not set'], ...values]}
      onChange={(chosen) => onChange(isFlag && chosen ? chosen === 'true' : chosen || undefined)}
    />
  ) : kind.format === 'date-time' ? (
    <TextField
      {...frame}
      label={`${label} (UTC)`}
      type="datetime-local"
      value={toText(value).replace(/(?::00)?(?:\.\d+)?Z$/, '')}
      onChange={(time) => onChange(time === '' ? undefined : `${time}${time.length === 16 ? ':00' : ''}Z`)}
    />
  ) : (
    <TextField
      {...frame}
      type={isSecret ? 'password' : 'text'}
      value={toText(value)}
      onInput={(text) => onChange(parseText(text, kind))}
    />
  );
}

/** Returns the value that a text stands for: lists and maps have commas. */
function parseText(text: string, { type: types, items }: Schema): unknown {
  const [type] = [types].flat();
  if (text === '') return undefined;
  if (type === 'integer' || type === 'number') return Number.isNaN(Number(text)) ? text : Number(text);
  if (items !== undefined) return text.split(/\s*,\s*/);
  if (type !== 'object') return text;
  const pairs = text.split(/\s*,\s*/).map((pair) => pair.split(/:\s*(.*)/s));
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]));
}

interface JsonTextProps extends Pick<Form, 'text' | 'draft' | 'onText'> {
  readonly label: string;
  readonly rows: number;
}

function JsonText({ label, text, draft, onText, rows }: JsonTextProps) {
  return (
    <div class="json-text">
      <textarea
        class="mono"
        aria-label={label}
        rows={rows}
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
      />
      <div class="stack">
        <h2>{draft.issues.length === 0 ? 'No problems' : `Problems (${draft.issues.length})`}</h2>
        <ul class="bullets">
          {draft.issues.map((issue) => (
            <li key={`${issue.path} ${issue.message}`}>
              <code>{issue.path || 'body'}</code> {issue.message}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

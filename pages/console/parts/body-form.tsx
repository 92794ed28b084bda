/** The form of a request's body, made of its schema in the OpenAPI document: fields, the whole as JSON, and what is wrong. */

import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { resolve, type Schemas } from '../../docs/logic/describe-schema.ts';
import type { Schema } from '../../docs/logic/document.ts';
import { at, withAt } from '../logic/changes.ts';
import { type BodyField, toText } from '../logic/kind.ts';
import { findIssues, findMember, type Issue } from '../logic/schema.ts';
import { FieldFrame } from './field.tsx';

export interface BodySchema {
  readonly schema: Schema;
  readonly schemas: Schemas;
}

export interface Draft {
  /** Undefined if the text is not JSON. */
  readonly value?: unknown;
  readonly issues: readonly Issue[];
}

/** Parses and checks a JSON text; what is not JSON has one issue and no value. */
export function parseDraft({ schema, schemas }: BodySchema, text: string): Draft {
  try {
    const value: unknown = JSON.parse(text);
    return { value, issues: findIssues(schema, schemas, value) };
  } catch (error) {
    return { issues: [{ path: '', message: `is not valid JSON: ${(error as Error).message}` }] };
  }
}

/** Returns where the member of a path is, or its nearest parent: each name is looked for after the one before. */
export function findPlace(text: string, path: string): number {
  let at = 0;
  for (const [, name, index] of path.matchAll(/([^.[\]]+)(?:\[(\d+)\])?/g)) {
    const found = text.indexOf(`"${name}"`, at);
    if (found < 0) return at;
    at = found;
    for (let element = 0; element < Number(index ?? 0); element += 1) at = Math.max(at, text.indexOf('},', at + 1));
  }
  return at;
}

export function formatBody(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

interface BodyFormProps {
  readonly label: string;
  readonly body: BodySchema;
  readonly fields: readonly BodyField[];
  readonly text: string;
  readonly draft: Draft;
  readonly onText: (text: string) => void;
  /** The request has no body: only the buttons. */
  readonly isAbsent?: boolean;
  /** Buttons; the form submits with one of them. */
  readonly children: ComponentChildren;
  readonly onSubmit: () => void;
}

export function BodyForm(props: BodyFormProps) {
  const { label, body, fields, text, draft, onText, isAbsent = false, children, onSubmit } = props;
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
      <div class="actions">{children}</div>
    </form>
  );
}

interface MemberProps {
  readonly field: BodyField;
  readonly body: BodySchema;
  readonly draft: Draft;
  readonly onChange: (value: unknown) => void;
}

function Member({ field, body, draft, onChange }: MemberProps) {
  const member = findMember(body.schema, body.schemas, field.path);
  const { path, label, hint = member.description, isSecret, choices } = field;
  const value = at(draft.value, path);
  const isOf = (issue: Issue) => issue.path === path || issue.path.startsWith(`${path}[`);
  const issue = draft.issues.find(isOf)?.message;
  const isMissing = issue !== undefined && toText(value) === '';
  const values = choices ?? member.enum?.map((each) => [String(each), String(each)] as const);
  const kind = resolve(member, body.schemas);
  return (
    <FieldFrame label={label} hint={isMissing ? `Required. ${hint ?? ''}` : hint} issue={isMissing ? undefined : issue}>
      {(control) =>
        values ? (
          <select
            {...control}
            value={String(value ?? '')}
            onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
          >
            <option value="">Not set</option>
            {values.map(([id, text]) => (
              <option key={id} value={id}>
                {text}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...control}
            type={(isSecret ? 'password' : 'text') as 'text'}
            value={toText(value)}
            autocomplete="off"
            spellcheck={false}
            onInput={({ currentTarget }) => onChange(parseText(currentTarget.value, kind))}
          />
        )
      }
    </FieldFrame>
  );
}

/** Returns the value that a text stands for: lists and maps have commas. */
function parseText(text: string, { type, items }: Schema): unknown {
  if (text === '') return undefined;
  if (type === 'integer' || type === 'number') return Number.isNaN(Number(text)) ? text : Number(text);
  if (items !== undefined) return text.split(/\s*,\s*/);
  if (type !== 'object') return text;
  const pairs = text.split(/\s*,\s*/).map((pair) => pair.split(/:\s*(.*)/s));
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]));
}

interface JsonTextProps {
  readonly label: string;
  readonly text: string;
  readonly draft: Draft;
  readonly onText: (text: string) => void;
  readonly rows: number;
}

function JsonText({ label, text, draft, onText, rows }: JsonTextProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const select = ({ path }: Issue) => {
    const from = findPlace(text, path);
    area.current?.focus();
    area.current?.setSelectionRange(from, Math.max(from, text.indexOf('\n', from)));
  };
  return (
    <div class="json-text">
      <textarea
        ref={area}
        class="mono"
        aria-label={label}
        rows={rows}
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
      />
      <div class="issues">
        <h2>{draft.issues.length === 0 ? 'No problems' : `Problems (${draft.issues.length})`}</h2>
        <ul>
          {draft.issues.map((issue) => (
            <li key={`${issue.path} ${issue.message}`}>
              <button type="button" onClick={() => select(issue)}>
                <code>{issue.path || 'body'}</code> {issue.message}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The form of an operation's body needs the deployment's OpenAPI document. */
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { listOperations, type OpenApiDocument } from '../../docs/logic/document.ts';
import { loadDocument } from '../api.ts';
import { type BodySchema, findIssues, findMissingSecrets, formatBody, mapSecrets } from '../logic/schema.ts';
import { useLoad } from '../use-load.ts';
import { useStored } from './hooks.ts';
import { LoadView } from './load-view.tsx';

export function WithDocument({ children }: { readonly children: (document: OpenApiDocument) => ComponentChildren }) {
  const document = useLoad({ key: 'openapi', load: loadDocument });
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

/** The form of an operation's body needs the deployment's OpenAPI document. */
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { listOperations, type OpenApiDocument } from '../../docs/logic/document.ts';
import { loadDocument } from '../api.ts';
import { useLoad } from '../use-load.ts';
import { type BodySchema, formatBody, parseDraft } from './body-form.tsx';
import { useStored } from './hooks.ts';
import { LoadView } from './load-view.tsx';

interface WithDocumentProps {
  readonly children: (document: OpenApiDocument) => ComponentChildren;
}

export function WithDocument({ children }: WithDocumentProps) {
  const document = useLoad({ key: 'openapi', load: loadDocument });
  return (
    <LoadView load={document} what="the description of the form" service="Frontdesk" isStatic>
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

/** What is typed as a body; this tab keeps it. */
export function useDraft(key: string, body: FormBody, initial: unknown) {
  const [text, onText] = useStored(key, formatBody(initial));
  const draft = useMemo(() => parseDraft(body, text), [text]);
  return { body, text, draft, onText };
}

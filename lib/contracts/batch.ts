/** Many requests in one. Source: C-68, C-69; OData JSON Format 4.01, 19. */
import * as z from 'zod';
import { isJsonObject } from './json-object.ts';
import { change, inline, object, requiredInRequest } from './schema/resource.ts';

export const MAX_PARTS = 20;

const part = inline(() => ({
  id: requiredInRequest(
    z
      .string()
      .min(1)
      .max(64)
      .regex(/^[ -~]*$/, { error: 'must be printable ASCII' })
      .describe('Chosen by the caller, unique in the batch (case-sensitive). The response has the same id.'),
  ),
  method: requiredInRequest(z.string().regex(/^[A-Za-z]{1,16}$/, { error: 'must be 1 to 16 letters' })),
  url: requiredInRequest(z.string().describe('Path and query as in a single request, encoded; never an absolute URL.')),
  headers: z.record(z.string(), z.string()).describe('Never an identity: the token of the batch counts.'),
  body: z.unknown().describe('JSON, with the header `Content-Type: application/json`.'),
  dependsOn: z.array(z.string()).describe('Not supported: a part that depends on another is refused.'),
}));

const parts = change(part, (schema) => z.array(schema).min(1).max(MAX_PARTS).check(z.superRefine(rejectRepeatedIds)));

function rejectRepeatedIds(sent: readonly unknown[], context: z.core.$RefinementCtx): void {
  const ids = sent.map((each) => (isJsonObject(each) ? each['id'] : undefined));
  for (const [index, own] of ids.entries()) {
    if (typeof own !== 'string' || ids.indexOf(own) === index) continue;
    context.addIssue({ code: 'custom', path: [index, 'id'], message: 'must be unique in the batch' });
  }
}

export const BatchRequest = object(
  'Batch',
  { requests: requiredInRequest(parts) },
  { description: 'Requests that change nothing, of one caller.' },
);

/** A part, once it is valid. */
export interface BatchPart {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | null;
  readonly body?: unknown;
  readonly dependsOn?: readonly string[] | null | undefined;
}

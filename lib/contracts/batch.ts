/** Many requests in one. Source: B-01, B-02; OData JSON Format 4.01, 19. */
import * as z from 'zod';
import { request, requiredInRequest, requiredInResponse, response } from './schema/resource.ts';
import { int32 } from './schema/scalars.ts';

export const MAX_PARTS = 20;

/** Printable ASCII, as ids are returned. */
const id = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[ -~]*$/, { error: 'must be printable ASCII' });

const part = request.inline({
  id: requiredInRequest(
    id.describe('Chosen by the caller, unique in the batch (case-sensitive). The response has the same id.'),
  ),
  method: requiredInRequest(z.string().regex(/^[A-Za-z]{1,16}$/, { error: 'must be 1 to 16 letters' })),
  url: requiredInRequest(z.string().describe('Path and query as in a single request, encoded; never an absolute URL.')),
  headers: z.record(z.string(), z.string()).describe('Never an identity: the token of the batch counts.'),
  body: z.unknown().describe('JSON, with the header `Content-Type: application/json`.'),
  dependsOn: z.array(z.string()).describe('Not supported: a part that depends on another is refused.'),
});

const parts = z
  .array(part)
  .min(1)
  .max(MAX_PARTS)
  .check(
    z.superRefine((sent, context) => {
      const ids = sent.map((each) => each['id']);
      for (const [index, own] of ids.entries()) {
        if (typeof own !== 'string' || ids.indexOf(own) === index) continue;
        context.addIssue({ code: 'custom', path: [index, 'id'], message: 'must be unique in the batch' });
      }
    }),
  );

export const BatchRequest = request.object(
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

export const BatchResponse = response.object(
  'BatchResponses',
  {
    responses: requiredInResponse(
      z.array(
        response.inline({
          id: requiredInResponse(z.string()),
          status: requiredInResponse(int32(200)),
          headers: requiredInResponse(z.record(z.string(), z.string())),
          body: z.unknown().describe('JSON; absent where the single response has none.'),
        }),
      ),
    ),
  },
  { description: 'One response for each request, in the same order.' },
);

/** The responses of an operation: successes, and failures in its error format. Source: docs/architecture.md (Errors). */
import type * as z from 'zod';
import type { WithBodies } from './contracts/bodies.ts';
import { ERROR_BODIES } from './error-schemas.ts';
import { listFailures } from './failures.ts';
import { listResponseHeaders } from './headers.ts';
import type { JsonSchema, Schemas } from './schemas.ts';

/** Captured response bodies, by status. */
export type ResponseExamples = Readonly<Record<string, unknown>>;

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted; still in progress. No content.',
  204: 'Deleted. No content.',
  304: 'Not modified.',
};

/** Those that a service may return to any write. */
const SUCCESSES = ['200', '201', '202', '204'];
const UNSPECIFIED = 'A success that is not specified, as the service returned it.';

/** A write that succeeded stays a success (C-40). */
const WITHOUT_BODY = ' Without a body where the service returns no JSON object.';

export interface JsonContent {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  /** By operation, of a failure that operations share. */
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface DescribedResponse {
  readonly description: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<'application/json', JsonContent>>;
}

interface ResponseCase {
  readonly status: string;
  readonly description: string;
  /** Null: no body. */
  readonly body: z.ZodType | null;
}

/** Returns the responses by status. */
export function composeResponses(
  operation: WithBodies,
  schemas: Schemas,
  examples: ResponseExamples,
): Readonly<Record<string, DescribedResponse>> {
  const error = ERROR_BODIES[operation.errors];
  const failures = listFailures(operation).map((failure): ResponseCase => ({ ...failure, body: error }));
  const responses = [...listSuccesses(operation), ...failures].map(({ status, description, body }) => {
    const headers = listResponseHeaders(operation, status);
    const example = status in examples ? { example: examples[status] } : {};
    const json = body && { content: { 'application/json': { schema: schemas.of(body), ...example } } };
    return [status, { description, headers, ...json }] as const;
  });
  return Object.fromEntries(responses);
}

function listSuccesses({ bodies, isWrite, cache, method }: WithBodies): ResponseCase[] {
  const statuses: readonly (readonly [string, z.ZodType | null])[] = [
    ...Object.entries(bodies),
    ...(isWrite ? SUCCESSES.filter((status) => !(status in bodies)).map((status) => [status, null] as const) : []),
    ...(cache && method === 'GET' ? [['304', null] as const] : []),
  ];
  return statuses.map(([status, body]) => {
    const description = DESCRIPTIONS[status] ?? 'Success.';
    if (!(status in bodies) && Number(status) < 300) return { status, description: UNSPECIFIED, body };
    return { status, description: isWrite && body ? description + WITHOUT_BODY : description, body };
  });
}

/** Every answer of an operation: successes, and failures in its own error shape. Source: DESIGN 3 (Errors). */
import * as z from 'zod';
import type { CompiledOperation } from '../../lib/compile-operation.ts';
import {
  ArmError,
  BackupRestoreError,
  BusinessDataError,
  DocumentModelError,
  HealthEventError,
} from '../../lib/contracts/errors.ts';
import type { ErrorShape } from '../../lib/http/error-body.ts';
import { listFailures } from './failures.ts';
import { toAnswerHeaders } from './headers.ts';
import type { Schemas } from './schemas.ts';

/** What an operation was seen to answer, by status. */
export type AnswerExamples = Readonly<Record<string, unknown>>;

export const ERROR_BODIES: Readonly<Record<ErrorShape, z.ZodType>> = {
  arm: ArmError,
  healthEvent: HealthEventError,
  backupRestore: BackupRestoreError,
  documentModel: DocumentModelError,
  businessData: BusinessDataError,
};

/** What an upstream says of a write that it has only taken: anything, or nothing. */
export const ACCEPTED = z.looseObject({});

const MEANINGS: Readonly<Record<string, string>> = {
  200: 'Done.',
  201: 'Created.',
  202: 'The upstream has taken it and is not done yet; how it ends is not told here.',
  204: 'Done; there is nothing to say.',
  304: "The caller's entity tag is still right.",
};

interface Answer {
  readonly status: string;
  readonly description: string;
  /** Null is no content. */
  readonly content: z.ZodType | null;
}

/** Answers the responses by status. */
export function toResponses(operation: CompiledOperation, schemas: Schemas, examples: AnswerExamples) {
  const error = ERROR_BODIES[operation.errors];
  const failures = listFailures(operation).map((failure): Answer => ({ ...failure, content: error }));
  const answers = [...listSuccesses(operation), ...failures].map(({ status, description, content }) => {
    const headers = toAnswerHeaders(operation, status);
    const example = status in examples ? { example: examples[status] } : {};
    const json = content && { content: { 'application/json': { schema: schemas.of(content), ...example } } };
    return [status, { description, headers, ...json }] as const;
  });
  return Object.fromEntries(answers);
}

function listSuccesses({ responses, attempts: tries, cache, method }: CompiledOperation): Answer[] {
  const isWrite = tries.idempotency !== 'safe';
  const statuses: readonly (readonly [string, z.ZodType | null])[] = [
    ...Object.entries(responses),
    ...(isWrite ? [['202', ACCEPTED] as const] : []),
    ...(cache && method === 'GET' ? [['304', null] as const] : []),
  ];
  return statuses.map(([status, content]) => ({ status, description: MEANINGS[status] ?? 'Done.', content }));
}

/** What every answer is: a declared success or an error in the operation's own shape, with the fields that all answers bear. */
import { deepStrictEqual as expectEqual, match, ok } from 'node:assert/strict';
import type { CompiledOperation } from '../../../lib/compile-operation.ts';
import type { ResponseMessage } from '../../../lib/http/message.ts';

/** Members of each error body: always there, or at times. Source: DESIGN 3 (Errors). */
const SHAPES: Readonly<
  Record<CompiledOperation['errors'], { readonly always: readonly string[]; readonly maybe: readonly string[] }>
> = {
  arm: { always: ['code', 'message'], maybe: ['target', 'details', 'additionalInfo'] },
  healthEvent: { always: ['code', 'message', 'details'], maybe: [] },
  backupRestore: { always: ['code', 'message'], maybe: ['innerError'] },
  documentModel: { always: ['code', 'message'], maybe: ['target', 'details', 'innererror'] },
  businessData: { always: ['code', 'message'], maybe: [] },
};

const FIELDS = new Set([
  'access-control-expose-headers',
  'age',
  'cache-control',
  'cache-status',
  'content-type',
  'etag',
  'odata-version',
  'retry-after',
  'www-authenticate',
  'x-content-type-options',
  'x-frontdesk-outcome',
  'x-ms-request-id',
]);

/** Throws an AssertionError. */
export function checkReplyShape(operation: CompiledOperation, reply: ResponseMessage, requestId: string): void {
  const { status, headers: fields } = reply;
  expectEqual(fields['x-ms-request-id'], requestId, 'Every answer bears x-ms-request-id.');
  expectEqual(fields['x-content-type-options'], 'nosniff');
  expectEqual(
    Object.keys(fields).filter((name) => !FIELDS.has(name)),
    [],
    'Only listed fields come down.',
  );
  for (const value of Object.values(fields)) match(value, /^[ -~]+$/, 'A field is printable.');
  if (fields['retry-after'] !== undefined && status >= 400) match(fields['retry-after'], /^\d+$/);
  if (fields['x-frontdesk-outcome'] !== undefined) {
    match(fields['x-frontdesk-outcome'], /^(?:not-sent|rejected|accepted|unknown)$/);
    ok(operation.attempts.idempotency !== 'safe', 'Only a write has an outcome.');
  }
  if (status < 400) checkSuccess(operation, reply);
  else checkError(operation, reply);
}

function checkSuccess(
  { responses, cache, method, attempts: tries }: CompiledOperation,
  { status, headers: fields, body: content }: ResponseMessage,
): void {
  const isDeclared = status in responses || (status === 202 && tries.idempotency !== 'safe');
  ok(isDeclared || (status === 304 && cache && method === 'GET'), `${status} is a declared success.`);
  expectEqual(content !== undefined, fields['content-type'] !== undefined);
  if (!cache || method !== 'GET') expectEqual(fields['cache-control'], 'no-store');
}

function checkError({ errors }: CompiledOperation, { status, headers: fields, body: content }: ResponseMessage): void {
  ok(status < 600);
  expectEqual(fields['content-type'], 'application/json; charset=utf-8');
  const body = JSON.parse(String(content)) as Record<string, unknown>;
  const error = (errors === 'healthEvent' ? body : body['error']) as Record<string, unknown>;
  if (errors !== 'healthEvent') expectEqual(Object.keys(body), ['error']);
  const { always, maybe } = SHAPES[errors];
  for (const name of always) {
    ok(typeof error[name] === 'string' && (error[name] !== '' || name === 'details'), `The error has a ${name}.`);
  }
  const others = Object.keys(error).filter((name) => ![...always, ...maybe].includes(name));
  expectEqual(others, [], 'An error has its members only.');
}

/** Checks every response: a declared success or an error in the operation's shape, with the headers of all responses. */
import { deepStrictEqual as expectEqual, match, ok } from 'node:assert/strict';
import type { CompiledOperation } from '../../../lib/compile-operation.ts';
import type { ResponseMessage } from '../../../lib/http/message.ts';
import { PROBLEM_TYPES } from '../../../tools/openapi/failures.ts';

/** Members of each error shape. */
const SHAPES: Readonly<
  Record<CompiledOperation['errors'], { readonly required: readonly string[]; readonly optional: readonly string[] }>
> = {
  arm: { required: ['code', 'message'], optional: ['target', 'details', 'additionalInfo'] },
  healthEvent: { required: ['code', 'message', 'details'], optional: [] },
  backupRestore: { required: ['code', 'message'], optional: ['details', 'innerError'] },
  documentModel: { required: ['code', 'message'], optional: ['target', 'details', 'innererror'] },
  businessData: { required: ['code', 'message'], optional: ['details'] },
};

const PROBLEMS: ReadonlySet<string> = new Set(PROBLEM_TYPES);

const HEADERS = new Set(
  (
    'access-control-expose-headers age cache-control cache-status client-request-id content-type etag odata-version ' +
    'request-id retry-after www-authenticate vary x-content-type-options x-frontdesk-outcome x-frontdesk-problem ' +
    'x-frontdesk-upstream-request-id x-frontdesk-version x-ms-error-code x-ms-request-id'
  ).split(' '),
);

/** Throws an AssertionError. */
export function checkResponse(operation: CompiledOperation, response: ResponseMessage, requestId: string): void {
  const { status, headers } = response;
  expectEqual(headers['x-ms-request-id'], requestId, 'Every response has x-ms-request-id.');
  expectEqual(headers['x-content-type-options'], 'nosniff');
  expectEqual(
    Object.keys(headers).filter((name) => !HEADERS.has(name)),
    [],
    'Only known headers are returned.',
  );
  for (const value of Object.values(headers)) match(value, /^[ -~]+$/, 'A header is printable.');
  if (headers['retry-after'] !== undefined && status >= 400) match(headers['retry-after'], /^\d+$/);
  if (headers['x-frontdesk-outcome'] !== undefined) {
    match(headers['x-frontdesk-outcome'], /^(?:not-sent|rejected|accepted|unknown)$/);
    ok(operation.isWrite, 'Only a write has an outcome.');
  }
  if (status < 400) {
    ok(!('x-frontdesk-problem' in headers || 'x-ms-error-code' in headers), 'Only a failure has a problem.');
    checkSuccess(operation, response);
  } else checkError(operation, response);
}

function checkSuccess(
  { responses, cache, method, isWrite }: CompiledOperation,
  { status, headers, body }: ResponseMessage,
): void {
  const isDeclared = status in responses || (status < 300 && isWrite);
  ok(isDeclared || (status === 304 && cache && method === 'GET'), `${status} is a declared success.`);
  expectEqual(body !== undefined, headers['content-type'] !== undefined);
  if (!cache || method !== 'GET') expectEqual(headers['cache-control'], 'no-store');
  else match(headers['cache-control'] ?? '', /^private, (?:no-cache, )?max-age=(?:[1-9]\d*|0, must-revalidate)$/);
}

function checkError({ errors }: CompiledOperation, { status, headers, body }: ResponseMessage): void {
  ok(status < 600);
  expectEqual(headers['content-type'], 'application/json; charset=utf-8');
  const parsed = JSON.parse(String(body)) as Record<string, unknown>;
  const error = (errors === 'healthEvent' ? parsed : parsed['error']) as Record<string, unknown>;
  if (errors !== 'healthEvent') expectEqual(Object.keys(parsed), ['error']);
  const { required, optional } = SHAPES[errors];
  for (const name of required) {
    ok(typeof error[name] === 'string' && (error[name] !== '' || name === 'details'), `The error has a ${name}.`);
  }
  ok(headers['x-ms-error-code'], 'A failure has x-ms-error-code.');
  const problem = headers['x-frontdesk-problem'];
  ok(PROBLEMS.has(problem ?? ''), 'A failure has x-frontdesk-problem.');
  if (problem !== 'upstream_refused') expectEqual([headers['x-ms-error-code'], error['code']], [problem, problem]);
  const others = Object.keys(error).filter((name) => ![...required, ...optional].includes(name));
  expectEqual(others, [], 'An error has known members only.');
}

/** Calls every operation and keeps what it answers, for the examples of the document. */

import type { CompiledOperation } from '../../lib/compile-operation.ts';
import { fillPath } from '../../lib/http/path.ts';
import type { OperationExample } from './compose-document.ts';
import type { OperationSample, Sample } from './samples.ts';
import { toSteady } from './steady.ts';

/** A running stack. */
export interface Running {
  readonly url: string;
  readonly upstreamUrl: string;
  readonly issueToken: (claims: Readonly<Record<string, unknown>>) => Promise<string>;
}

/** The CALLER_LIMIT that the stack must run with: soon used up, and for good. */
export const CAPTURE_LIMIT = { perSecond: 0.001, burst: 20 };

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Answers the examples by the operation's name; throws when an operation without a sample is met. */
export async function captureExamples(
  running: Running,
  operations: readonly CompiledOperation[],
  samples: Readonly<Record<string, OperationSample>>,
  serverUrl: string,
): Promise<Record<string, OperationExample>> {
  const examples: Record<string, OperationExample> = {};
  for (const operation of operations) {
    const sample = samples[operation.name];
    if (!sample) throw new Error(`${operation.name} has no sample.`);
    const { params, query, body } = sample;
    const answers: Record<string, unknown> = {};
    for (const { status, body: content } of await sendAll(running, operation, sample)) {
      if (content !== undefined && !(status in answers)) answers[status] = toSteady(content, serverUrl);
    }
    examples[operation.name] = { parameters: { ...params, ...query }, ...(body !== undefined && { body }), answers };
  }
  return examples;
}

/** Sends the sample, what is wrong with it, and what goes wrong behind it. */
async function sendAll(running: Running, operation: CompiledOperation, sample: OperationSample): Promise<Answer[]> {
  const { name } = operation;
  const allowed = await running.issueToken({ oid: name, sub: name });
  const roleless = await running.issueToken({ oid: name, sub: name, roles: [] });
  const answers: Answer[] = [];
  const call = async (token: string | undefined, change: Sample = {}) => {
    answers.push(await send(running.url, operation, { ...sample, ...change }, token));
  };
  await call(allowed);
  // Again, so that a resource that was created is updated.
  if (operation.request.preconditions) await call(allowed, { headers: { 'if-match': '*' } });
  for (const change of sample.failing) await call(allowed, change);
  await call(undefined);
  await call(roleless);
  await breakUpstream(running);
  await call(allowed, { headers: { 'cache-control': 'no-cache' } });
  answers.push(await exhaust(running, operation, sample));
  return answers;
}

/** The next call of the upstream gets an answer that is none. */
async function breakUpstream({ upstreamUrl }: Running): Promise<void> {
  const fault = { kind: 'malformed', text: '<html></html>', contentType: 'text/html' };
  const { ok } = await fetch(`${upstreamUrl}/_control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault }),
  });
  if (!ok) throw new Error('The emulated upstream did not take the fault.');
}

/** A caller without a role asks until it has asked too often. */
async function exhaust({ url, issueToken }: Running, operation: CompiledOperation, sample: Sample): Promise<Answer> {
  const token = await issueToken({ oid: 'impatient', sub: 'impatient', roles: [] });
  for (let asked = 0; asked <= CAPTURE_LIMIT.burst; asked++) {
    const answer = await send(url, operation, sample, token);
    if (answer.status === 429) return answer;
  }
  throw new Error('The caller is not refused for asking too often.');
}

async function send(
  url: string,
  { method, route }: CompiledOperation,
  { params = {}, query = {}, headers = {}, body }: Sample,
  token: string | undefined,
): Promise<Answer> {
  const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
  const answer = await fetch(url + fillPath(route, params) + search, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}

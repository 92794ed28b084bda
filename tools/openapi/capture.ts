/** Calls every operation and captures the responses, for the examples of the document. */

import type { CompiledOperation } from '../../lib/compile-operation.ts';
import { fillPath } from '../../lib/http/path.ts';
import type { OperationExample } from './compose-document.ts';
import { CONSOLE_URL } from './management-samples.ts';
import type { ParameterExamples } from './parameters.ts';
import type { OperationSample, Sample, UpstreamSample } from './samples.ts';
import { stabilize } from './steady.ts';

/** A running stack. */
export interface Running {
  readonly url: string;
  readonly upstreamUrl: string;
  readonly issueToken: (claims: Readonly<Record<string, unknown>>) => Promise<string>;
}

/** Quickly used up, and not refilled during the run. */
const CAPTURE_LIMIT = { perSecond: 0.001, burst: 20 };

/** The settings that the stack must have. */
export const CAPTURE_SETTINGS = {
  LIMITS: JSON.stringify({ caller: CAPTURE_LIMIT }),
  LOGIN_REDIRECT_ORIGINS: new URL(CONSOLE_URL).origin,
};

interface Response {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: unknown;
}

/** Returns the examples by the operation's name; throws if an operation has no sample. */
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
    const { params, query } = sample;
    const responses: Record<string, unknown> = {};
    for (const response of await sendAll(running, operation, sample)) {
      const { status, body } = response;
      if (body !== undefined && !(status in responses)) responses[status] = stabilize(body, serverUrl);
    }
    examples[operation.name] = {
      parameters: stabilize({ ...params, ...query }, serverUrl) as ParameterExamples,
      ...('body' in sample && { body: sample.body }),
      responses,
    };
  }
  return examples;
}

/** Sends the sample, its failing changes, and requests that fail for reasons outside of them. */
async function sendAll(running: Running, operation: CompiledOperation, sample: OperationSample): Promise<Response[]> {
  const { name } = operation;
  const allowed = await running.issueToken({ oid: name, sub: name });
  const roleless = await running.issueToken({ oid: name, sub: name, roles: [] });
  const responses: Response[] = [];
  const call = async (token: string | undefined, change: Sample = {}) => {
    responses.push(await send(running.url, operation, { ...sample, ...change }, token));
  };
  // Before a response is stored: those do not count.
  if (operation.cache) responses.push(await useUpLimit(running, operation, sample));
  await call(allowed);
  // Again, to update the resource that was created.
  if (operation.request.preconditions?.ifMatch === true) await call(allowed, { headers: { 'if-match': '*' } });
  for (const change of sample.failing) await call(allowed, change);
  for (const response of sample.upstream ?? []) {
    await changeUpstream(running, response);
    await call(allowed);
  }
  await call(undefined);
  await call(roleless);
  // Unusable for reads and writes.
  await changeUpstream(running, { status: 302 });
  await call(allowed, { headers: { ...sample.headers, 'cache-control': 'no-cache' } });
  if (!operation.cache) responses.push(await useUpLimit(running, operation, sample));
  return responses;
}

/** Sets the next response of the upstream. */
export async function changeUpstream({ upstreamUrl }: Running, response: UpstreamSample): Promise<void> {
  const { ok } = await fetch(`${upstreamUrl}/_control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault: { kind: 'status', ...response } }),
  });
  if (!ok) throw new Error('The emulated upstream did not accept the fault.');
}

/** Sends requests of one caller until the caller's limit is used up; returns the 429. The caller has no role where a request without one counts. */
async function useUpLimit(
  { url, issueToken }: Running,
  operation: CompiledOperation,
  sample: Sample,
): Promise<Response> {
  const token = await issueToken({ oid: 'impatient', sub: 'impatient', ...(!operation.cache && { roles: [] }) });
  for (let sent = 0; sent <= CAPTURE_LIMIT.burst * 10; sent++) {
    const response = await send(url, operation, sample, token);
    if (response.status === 429) return response;
  }
  throw new Error(`The caller limit was not enforced: ${operation.name}.`);
}

export async function send(
  url: string,
  { method, route }: CompiledOperation,
  { params = {}, query = {}, headers = {}, body }: Sample,
  token: string | undefined,
): Promise<Response> {
  const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
  const response = await fetch(url + fillPath(route, params) + search, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const location = response.headers.get('location') ?? undefined;
  return { status: response.status, location, body: text === '' ? undefined : JSON.parse(text) };
}

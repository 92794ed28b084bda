/** Sends a changed valid request as a caller who has only the operation's role. */
import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import type { Stack, TestResponse } from './stack.ts';
import { putJob, toPath, type ValidRequest } from './valid-requests.ts';

/** Changes to a valid request. */
export interface Change {
  readonly method?: string;
  /** Route values, percent-encoded as sent. */
  readonly values?: Readonly<Record<string, string>>;
  /** Replaces the whole path. */
  readonly path?: string;
  /** With its `?`. */
  readonly query?: string;
  /** Overrides of the claims of a caller who has only the operation's role; null removes a claim. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Replaces the issued token; null sends none. */
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Sends a valid request with a change. */
export async function sendChanged(stack: Stack, request: ValidRequest, change: Change = {}): Promise<TestResponse> {
  const { method = request.method, query = request.query, body = request.body, claims } = change;
  const headers = { ...request.preconditions, ...change.headers };
  const path = change.path ?? toPath(request, change.values) + query;
  const token =
    change.token === undefined ? await takeToken(stack, { roles: [request.role], ...claims }) : change.token;
  return stack.send(method, path, { token, headers, ...(body === undefined ? {} : { body: toBytes(body) }) });
}

/** Below every caller rate in the tests. */
const usesPerCaller = 15;

const tokens = new WeakMap<Stack, Map<string, { readonly token: string; uses: number }>>();

/** Returns a token with these claims, from a new caller before the rate limit of the last one is reached. */
async function takeToken(stack: Stack, claims: Readonly<Record<string, unknown>>): Promise<string> {
  const key = JSON.stringify(claims);
  const issued = tokens.get(stack) ?? new Map();
  tokens.set(stack, issued);
  const known = issued.get(key);
  if (known && known.uses < usesPerCaller) {
    known.uses += 1;
    return known.token;
  }
  const oid = randomUUID();
  const token = await stack.issueToken({ oid, sub: oid, ...claims });
  issued.set(key, { token, uses: 1 });
  return token;
}

/** Node joins text bodies with the head, which changes how the bytes arrive. */
function toBytes(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/**
 * Waits until Frontdesk has the keys and the token of the request's upstream. On a busy machine the first fetch can exceed
 * Frontdesk's own deadline.
 */
export function awaitReady(stack: Stack, request: ValidRequest = putJob): Promise<void> {
  const { method, query, body } = request;
  return vi.waitFor(
    async () => {
      const { status } = await stack.send(method, toPath(request) + query, body ? { body } : {});
      expect([200, 201]).toContain(status);
    },
    { timeout: 20_000, interval: 500 },
  );
}

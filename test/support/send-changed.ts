/** A valid request with something changed, by a caller who holds the operation's role and nothing else. */
import { randomUUID } from 'node:crypto';
import type { Answer, Stack } from './stack.ts';
import { toPath, type ValidRequest } from './valid-requests.ts';

/** What of a valid request is another. */
export interface Change {
  readonly method?: string;
  /** Route values, as they are sent. */
  readonly values?: Readonly<Record<string, string>>;
  /** In place of the whole path. */
  readonly path?: string;
  /** With its question mark. */
  readonly query?: string;
  /** Over those of a caller who holds the operation's role and nothing else; null leaves a claim out. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** In place of a token of the issuer's; null for none. */
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Sends a valid request with a change. */
export async function sendChanged(stack: Stack, request: ValidRequest, change: Change = {}): Promise<Answer> {
  const { method = request.method, query = request.query, headers = {}, body = request.body, claims } = change;
  const path = change.path ?? toPath(request, change.values) + query;
  const token =
    change.token === undefined ? await takeToken(stack, { roles: [request.role], ...claims }) : change.token;
  return stack.send(method, path, { token, headers, ...(body === undefined ? {} : { body: toBytes(body) }) });
}

/** Fewer than any rate of a caller in the tests. */
const usesPerCaller = 15;

const tokens = new Map<string, { readonly token: string; uses: number }>();

/** Answers a token of these claims; its caller is another before its rate is used up. */
async function takeToken(stack: Stack, claims: Readonly<Record<string, unknown>>): Promise<string> {
  const key = JSON.stringify(claims);
  const known = tokens.get(key);
  if (known && known.uses < usesPerCaller) {
    known.uses += 1;
    return known.token;
  }
  const oid = randomUUID();
  const token = await stack.issueToken({ oid, sub: oid, ...claims });
  tokens.set(key, { token, uses: 1 });
  return token;
}

/** Node sends a text together with its head, and the head's bytes then change. */
function toBytes(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

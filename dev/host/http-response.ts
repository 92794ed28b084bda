/**
 * Writes what a function answered, as the host and Kestrel do: chunked unless the function set Content-Length itself.
 * Source: azure-functions-host RawScriptResult.cs, CustomHttpHeadersMiddleware.cs; dotnet/aspnetcore SetCookieHeaderValue.cs.
 */
import type { ServerResponse } from 'node:http';
import type { RpcCookie, RpcHttpResponse } from './rpc.ts';

type CustomHeaders = Readonly<Record<string, string>>;

/** Answers with a function's return value; 204 when it returned none. Throws, with nothing sent, on a field that Kestrel refuses. */
export function writeAnswer(
  response: ServerResponse,
  answer: RpcHttpResponse | undefined,
  custom: CustomHeaders,
): void {
  if (!answer) {
    writeStatus(response, 204, custom);
    return;
  }
  const fields = Object.entries(answer.headers);
  const cookies = answer.cookies.map(formatCookie);
  if ([...fields.map(([, value]) => value), ...cookies].some((value) => /[^\t\x20-\x7e]/.test(value))) {
    throw new Error('Invalid non-ASCII or control character in header.');
  }
  for (const [name, value] of fields) {
    response.setHeader(name, value);
  }
  for (const cookie of cookies) {
    response.appendHeader('Set-Cookie', cookie);
  }
  addCustomHeaders(response, custom);
  response.statusCode = Number(answer.statusCode);
  if (answer.body && answer.body.bytes.byteLength > 0) {
    // A separate write keeps Node from counting the content: Kestrel sends it chunked.
    response.write(answer.body.bytes);
  }
  response.end();
}

/** Answers with a status and no content. */
export function writeStatus(response: ServerResponse, status: number, custom: CustomHeaders = {}): void {
  addCustomHeaders(response, custom);
  response.statusCode = status;
  response.end();
}

/** Answers with content of the host's own. */
export function writeContent(response: ServerResponse, type: string, content: string, custom: CustomHeaders): void {
  addCustomHeaders(response, custom);
  response.setHeader('Content-Type', type);
  response.end(content);
}

function addCustomHeaders(response: ServerResponse, custom: CustomHeaders): void {
  for (const [name, value] of Object.entries(custom)) {
    if (!response.hasHeader(name)) {
      response.setHeader(name, value);
    }
  }
}

/** The path is '/' unless the cookie names another (CookieOptions). */
function formatCookie(cookie: RpcCookie): string {
  const { expires, maxAge, domain, path, secure, sameSite = 'none', httpOnly } = cookie;
  const policy = { lax: 'lax', strict: 'strict', explicitNone: 'none', none: undefined }[sameSite];
  return [
    `${encodeURIComponent(cookie.name)}=${encodeURIComponent(cookie.value)}`,
    expires && `expires=${new Date(expires.value.seconds * 1000).toUTCString()}`,
    maxAge && `max-age=${Math.trunc(maxAge.value)}`,
    domain && `domain=${domain.value}`,
    `path=${path?.value ?? '/'}`,
    secure?.value && 'secure',
    policy && `samesite=${policy}`,
    httpOnly?.value && 'httponly',
  ]
    .filter(Boolean)
    .join('; ');
}

/** Generated requests as the pipeline takes them from the host. */
import type { RequestMessage } from '../../../lib/http/message.ts';
import { Problem } from '../../../lib/http/problem.ts';
import { RUN } from './odd-headers.ts';
import type { FuzzRequest } from './requests.ts';
import type { Tokens } from './tokens.ts';

function toRawQuery(query: FuzzRequest['query']): string {
  return new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString();
}

export function toMessage(request: FuzzRequest, tokens: Tokens, run: number): RequestMessage {
  const { operation, token, params, query, headers, body } = request;
  return {
    method: operation.method,
    params,
    rawQuery: toRawQuery(query),
    header: (name) => (name === 'authorization' ? tokens[token] : headers[name]?.replace(RUN, String(run))),
    readBody: (maxBytes) => readBody(body, maxBytes),
  };
}

async function readBody(body: Buffer, maxBytes: number): Promise<Buffer> {
  if (body.length > maxBytes) throw new Problem('content_too_large');
  return body;
}

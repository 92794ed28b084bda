/** A response as it is written to the socket. */
import type { ServerResponse } from 'node:http';
import type { HeaderValues } from './fault.ts';

export interface WireResponse {
  readonly status: number;
  /** In the order they are sent; a name may repeat. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

export async function toWireResponse(response: Response): Promise<WireResponse> {
  return {
    status: response.status,
    headers: [...response.headers],
    body: Buffer.from(await response.arrayBuffer()),
  };
}

export function sendResponse(outgoing: ServerResponse, response: WireResponse): void {
  sendHead(outgoing, response);
  outgoing.end(response.body);
}

/** Sends status and headers. Content-Length is that of the whole body, even if the caller sends less. */
export function sendHead(outgoing: ServerResponse, { status, headers, body }: WireResponse): void {
  const hasBody = status !== 204 && status !== 304;
  const length: [string, string][] = hasBody ? [['content-length', String(body.length)]] : [];
  outgoing.writeHead(status, [...headers, ...length].flat());
}

/** Replaces the headers of these names and adds those that are missing. */
export function overrideHeaders(response: WireResponse, values: HeaderValues): WireResponse {
  const added = Object.entries(values).flatMap(([name, value]) =>
    [value].flat().map((each) => [name.toLowerCase(), each] as const),
  );
  const kept = response.headers.filter(([name]) => !added.some(([other]) => other === name));
  return { ...response, headers: [...kept, ...added] };
}

/** An answer as it goes over the wire. */
import type { ServerResponse } from 'node:http';
import type { FieldValues } from './faults.ts';

export interface Reply {
  readonly status: number;
  /** In the order they are sent; a name may come twice. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

export async function toReply(response: Response): Promise<Reply> {
  return {
    status: response.status,
    fields: [...response.headers],
    body: Buffer.from(await response.arrayBuffer()),
  };
}

export function sendReply(response: ServerResponse, reply: Reply): void {
  sendHead(response, reply);
  response.end(reply.body);
}

/** Sends status and fields; the length announced is that of the whole body, whatever follows. */
export function sendHead(response: ServerResponse, { status, fields, body }: Reply): void {
  const hasContent = status !== 204 && status !== 304;
  const length: [string, string][] = hasContent ? [['content-length', String(body.length)]] : [];
  response.writeHead(status, [...fields, ...length].flat());
}

/** Puts fields over those of the same name. */
export function overrideFields(reply: Reply, values: FieldValues): Reply {
  const added = Object.entries(values).flatMap(([name, value]) =>
    [value].flat().map((each) => [name.toLowerCase(), each] as const),
  );
  const kept = reply.fields.filter(([name]) => !added.some(([other]) => other === name));
  return { ...reply, fields: [...kept, ...added] };
}

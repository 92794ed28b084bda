/** What no client library would send: bytes as they stand, and an address that must never be called. */
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterAll } from 'vitest';
import { listen } from '../../dev/server.ts';

/** Writes these bytes (Latin-1) and answers all that comes back; a server that hangs up early ends the answer. */
export function sendRaw(url: string, text: string): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text, 'latin1'));
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      received += chunk;
    });
    // A reset is an answer as well.
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}

export interface Decoy {
  readonly url: string;
  /** Every request that it got: there should be none. */
  readonly calls: string[];
}

/** Starts a server that stands for the attacker's own, until the last test of the file. */
export async function startDecoy(): Promise<Decoy> {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    response.end('{}');
  });
  const { url, close } = await listen(server, 0);
  afterAll(close);
  return { url, calls };
}

/** What no client library sends: raw bytes; and a server that must never be called. */
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterAll } from 'vitest';
import { listen } from '../../dev/server.ts';

/** Writes these bytes (Latin-1). Returns everything received until the server closes the connection. */
export function sendRaw(url: string, text: string): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text, 'latin1'));
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      received += chunk;
    });
    // A reset ends the response, too.
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}

export interface Decoy {
  readonly url: string;
  /** Every request that it received. */
  readonly calls: string[];
}

/** Starts an attacker's server, which runs until the last test of the file has ended. */
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

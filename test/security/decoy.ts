/** A server that must never be called. */
import { createServer } from 'node:http';
import { afterAll } from 'vitest';
import { listen } from '../../dev/server.ts';

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

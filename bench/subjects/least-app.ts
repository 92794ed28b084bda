/**
 * The least that a function app can do for a hit and for a relay: own handlers without the library's Fetch objects, a token known by its
 * text, one log line. `LEAST=relay` calls the upstream and parses its response; otherwise the bytes are in a Map.
 */
import { app, type HttpRequest } from '@azure/functions';
import { Pool } from 'undici';
import { invokeDirectly, WorkerResponse } from '../../lib/azure/direct-invocation.ts';
import type { RequestMessage } from '../../lib/http/message.ts';
import { createEventList, EVENTS_ROUTE } from '../events.ts';

const pool = new Pool(process.env['PEER_UPSTREAM'] as string);
const upstreamHeaders = { authorization: `Bearer ${process.env['PEER_UPSTREAM_TOKEN']}` };
const stored = new Map<string, Uint8Array>();
const tokens = new Map<string, string>();
const headers = { 'content-type': 'application/json' };
const isRelay = process.env['LEAST'] === 'relay';

app.http('least', {
  methods: ['GET'],
  authLevel: 'anonymous',
  route: EVENTS_ROUTE,
  handler: async (request: HttpRequest | RequestMessage, context) => {
    if (!('rawQuery' in request)) throw new TypeError('The host has another model.');
    const token = request.header('authorization') ?? '';
    const caller = tokens.get(token) ?? token.slice(-8);
    tokens.set(token, caller);
    const path = Object.values(request.params).join('/');
    const body = isRelay ? await relay(path) : read(path);
    context.log(JSON.stringify({ status: 200, caller, path }));
    return new WorkerResponse({ status: 200, headers: { ...headers }, body }, 'GET');
  },
});
invokeDirectly(new Set(['least']), () => {});

function read(path: string): Uint8Array {
  const body = stored.get(path) ?? createEventList(Number(process.env['BENCH_BYTES'] ?? 6_000));
  stored.set(path, body);
  return body;
}

async function relay(path: string): Promise<string> {
  const response = await pool.request({ method: 'GET', path: `/arm/${path}`, headers: upstreamHeaders });
  return JSON.stringify(await response.body.json());
}

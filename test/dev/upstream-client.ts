/** Calls the emulated APIs as Frontdesk's managed identity does. */
import { request } from 'node:http';
import { afterAll, afterEach } from 'vitest';
import { issueIdentityToken } from '../../dev/identity-token.ts';
import { managedIdentity, resourceGroup, subscriptions, upstreamAudiences } from '../../dev/seed.ts';
import { startUpstream, type UpstreamOptions } from '../../dev/upstream/index.ts';
import { type ControlClient, createControlClient } from '../testbed/control-client.ts';

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent unchanged, anything else as JSON. */
  readonly body?: unknown;
  /** The managed identity's token for the API when absent; null sends no token. */
  readonly token?: string | null;
}

interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects.
  readonly json: any;
}

export interface UpstreamClient extends ControlClient {
  readonly url: string;
  send(method: string, path: string, sent?: Sent): Promise<Received>;
}

/** A group of the seeded subscription, under the management API. */
export const group = `/arm/subscriptions/${subscriptions.contoso}/resourceGroups/${resourceGroup}`;

const audiences: Readonly<Record<string, string>> = {
  arm: upstreamAudiences.arm,
  graph: upstreamAudiences.graph,
  docs: upstreamAudiences.documents,
  business: upstreamAudiences.business,
};

/** Starts an emulator for one test file. It is reset after each test and closed after the last. */
export async function startUpstreamClient(options: Omit<UpstreamOptions, 'port'> = {}): Promise<UpstreamClient> {
  const server = await startUpstream({ port: 0, ...options });
  const control = createControlClient(server.url);
  afterEach(() => control.reset());
  afterAll(() => server.close());
  return {
    ...control,
    url: server.url,
    async send(method, path, { headers = {}, body, token } = {}) {
      const audience = audiences[path.split('/')[1] ?? ''] ?? '';
      const bearer = token === undefined ? await issueIdentityToken(audience, 3600, managedIdentity.clientId) : token;
      const response = await fetch(`${server.url}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: parse(text) };
    },
  };
}

/** Sends a request target that fetch would normalise. Returns the status. */
export function sendRaw(url: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { path, agent: false }, (incoming) => resolve(incoming.resume().statusCode));
    outgoing.once('error', reject).end();
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

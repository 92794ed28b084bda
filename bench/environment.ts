/** Everything around a subject, in one process: issuer, identity endpoint, table, and an upstream that costs almost no CPU. */
import { subscribe } from 'node:diagnostics_channel';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import accessPolicy from '../dev/access-policy.json' with { type: 'json' };
import { toEmulatorSettings } from '../dev/emulator-settings.ts';
import { startIssuer } from '../dev/issuer.ts';
import { startManagedIdentity } from '../dev/managed-identity.ts';
import { tenants, upstreamAudiences } from '../dev/seed.ts';
import { listen } from '../dev/server.ts';
import { startTables } from '../dev/tables.ts';
import { createEventList } from './events.ts';

/** How the upstream responds from now on; the message to this process. */
export interface UpstreamState {
  readonly bytes: number;
  readonly delayMs: number;
  /** Every response differs from the one before; otherwise all are the same. */
  readonly changes?: boolean;
}

/** What the upstream received since the message before; the response to each message. */
export interface UpstreamCount {
  readonly calls: number;
  /** Calls without a token of the managed identity. */
  readonly foreign: number;
  /** Calls of the table service. */
  readonly tableCalls: number;
}

/** The first message of this process. */
export interface Environment {
  /** Settings of Frontdesk and of the peers. */
  readonly settings: Readonly<Record<string, string>>;
  /** Of callers with the roles of a dashboard. */
  readonly tokens: readonly string[];
  /** Of callers who may also write. */
  readonly writerTokens: readonly string[];
  /** A token whose claims were changed after signing. */
  readonly forgedToken: string;
}

/** What a PUT of an authorization returns. */
const WRITTEN = Buffer.from(
  JSON.stringify({
    id: '/subscriptions/s/authorizations/bench',
    name: 'bench',
    type: 'Vendor.ApiManagement/service/authorizationProviders/authorizations',
    properties: { authorizationType: 'OAuth2', oauth2grantType: 'ClientCredentials', status: 'Connected' },
  }),
);

const OFTEN = { perSecond: 1_000_000, burst: 1_000_000 };
const UNLIMITED = { parallel: 10_000, queue: 100_000 };
const LIMITS = JSON.stringify({
  caller: OFTEN,
  cachedResponses: 1_000_000,
  arm: { bulkhead: { read: UNLIMITED, write: UNLIMITED }, rate: { read: OFTEN, write: OFTEN } },
});

const [issuer, identity, tables] = await Promise.all([
  startIssuer({ port: 0 }),
  startManagedIdentity({ port: 0 }),
  startTables({ port: 0 }),
]);
const upstreamToken = await fetchIdentityToken();

let state: UpstreamState = { bytes: 6_000, delayMs: 0 };
let bodies = createEventLists(state.bytes);
let count = { calls: 0, foreign: 0, tableCalls: 0 };
// The table service runs in this process.
subscribe('http.server.request.start', (message) => {
  const { server } = message as { readonly server: Server };
  if ((server.address() as AddressInfo | null)?.port === tables.port) count.tableCalls++;
});

const upstream = await listen(createServer({ keepAliveTimeout: 120_000 }, receiveCall), 0);
const callers = Number(process.argv[2] ?? 64);
/** The roles of a dashboard. */
const READER = ['HealthEvents.Read', 'RestorePoints.Search', 'Customers.Read', 'Items.Read'];
const issueAll = (roles: readonly string[]) =>
  Promise.all(Array.from({ length: callers }, (_, index) => issueToken(index, roles)));
const [tokens, writerTokens] = await Promise.all([issueAll(READER), issueAll([...READER, 'Authorizations.Write'])]);

process.on('message', (next: UpstreamState) => {
  if (next.bytes !== state.bytes) bodies = createEventLists(next.bytes);
  state = next;
  process.send?.(count satisfies UpstreamCount);
  count = { calls: 0, foreign: 0, tableCalls: 0 };
});
process.once('disconnect', () => process.exit());
process.send?.({
  settings: toSettings(),
  tokens,
  writerTokens,
  forgedToken: forge(tokens[0] ?? ''),
} satisfies Environment);

function receiveCall(request: IncomingMessage, response: ServerResponse): void {
  count.calls++;
  // The identity's token changes with each fetch, but a caller's token is always much longer.
  if ((request.headers.authorization?.length ?? 9_999) > upstreamToken.length + 64) count.foreign++;
  request.resume();
  const isWrite = request.method === 'PUT';
  if (state.delayMs > 0) setTimeout(() => respond(response, isWrite), state.delayMs);
  else respond(response, isWrite);
}

function respond(response: ServerResponse, isWrite: boolean): void {
  const body = isWrite ? WRITTEN : (bodies[state.changes ? count.calls % bodies.length : 0] as Buffer);
  response
    .writeHead(200, {
      'content-type': 'application/json',
      'content-length': body.length,
      'x-ms-request-id': 'bench',
    })
    .end(body);
}

/** Returns lists of the same size that differ only in the name of the last event. */
function createEventLists(bytes: number): readonly Buffer[] {
  return Array.from({ length: 10 }, (_, index) => {
    const list = createEventList(bytes);
    list.write(String(index), list.lastIndexOf('BENCH-') + 'BENCH-'.length);
    return list;
  });
}

/** About 1.3 KB, like an access token of the cloud. */
function issueToken(index: number, roles: readonly string[]): Promise<string> {
  const subject = `bbbb0000-0000-4000-8000-${String(index).padStart(12, '0')}`;
  return issuer.issueToken({ oid: subject, sub: subject, xms_idrel: 'x'.repeat(120), roles });
}

function forge(token: string): string {
  const [header, payload = '', signature] = token.split('.');
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), name: 'Mallory' };
  return `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
}

async function fetchIdentityToken(): Promise<string> {
  const query = `?api-version=2019-08-01&resource=${encodeURIComponent(upstreamAudiences.arm)}`;
  const response = await fetch(identity.endpoint + query, { headers: { 'x-identity-header': identity.header } });
  return ((await response.json()) as { access_token: string }).access_token;
}

function toSettings(): Readonly<Record<string, string>> {
  return {
    CLOUD_PROFILE: 'vendor',
    PUBLIC_BASE_URL: 'http://127.0.0.1:7071',
    ...toEmulatorSettings({ issuer, identity, upstream, tables }),
    ACCESS_POLICY: JSON.stringify(accessPolicy),
    LIMITS,
    PEER_ISSUER: `${issuer.url}/${tenants.contoso}/v2.0`,
    PEER_JWKS: `${issuer.url}/${tenants.contoso}/discovery/v2.0/keys`,
    PEER_UPSTREAM: upstream.url,
    PEER_UPSTREAM_TOKEN: upstreamToken,
  };
}

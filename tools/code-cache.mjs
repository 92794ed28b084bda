/**
 * Writes V8's code cache of the bundled app (ADR 13): `node tools/code-cache.mjs DIST`, which build.mjs runs in a process of its own.
 * A cache holds what is compiled when it is taken. So the app starts, warms up and answers a few requests to each of its functions
 * first, against stand-ins on loopback: nothing leaves the machine.
 */
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { installWorker } from './worker-stub.mjs';

const TENANT = 'c0de0000-0000-4000-8000-000000000001';
const AUDIENCE = 'api://frontdesk';
const ROLES = ['HealthEvents.Read', 'Customers.Read', 'Items.Read', 'RestorePoints.Search', 'RestoreSessions.Delete'];
ROLES.push('Authorizations.Write', 'ApiDiagnostics.Write', 'StreamingJobs.Write', 'DocumentModels.AuthorizeCopy');

const folder = resolve(process.argv[2] ?? 'dist');
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const worker = installWorker();
const url = await startEdges();
process.env = toSettings(url);
const { script, toSum } = createRequire(import.meta.url)(join(folder, 'main.cjs'));

await invoke('warmup', { json: '{}' });
const token = issueToken();
for (const [name, { bindings }] of worker.functions) {
  const { route, methods } = Object.values(bindings)[0];
  if (route === undefined) continue;
  await invoke(name, { http: toRequest(methods[0], route) });
  // One of them is a good request where a query is asked for, the other where none is.
  await invoke(name, { http: toRequest(methods[0], route, token) });
  await invoke(name, { http: toRequest(methods[0], `${route}?api-version=2025-05-01`, token) });
}
const cache = script.createCachedData();
writeFileSync(join(folder, 'app.cache'), Buffer.concat([cache, toSum(cache)]));
process.exit();

/** Runs a function as the worker does. */
async function invoke(name, data) {
  const { bindings } = worker.functions.get(name);
  const model = worker.model.getInvocationModel({
    invocationId: randomUUID(),
    request: { inputData: [{ name: Object.keys(bindings)[0], data }], triggerMetadata: {}, traceContext: {} },
    metadata: { name, bindings },
    log() {},
  });
  const { context, inputs } = await model.getArguments();
  const result = await model.invokeFunction(context, inputs, worker.callbacks.get(name));
  await model.getResponse(context, result);
}

function toRequest(method, route, token) {
  const names = [...route.matchAll(/\{(\w+)/g)].map(([, name]) => name);
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const toMapping = (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));
  return {
    method,
    url: `http://127.0.0.1/${route}`,
    nullableHeaders: toMapping(headers),
    nullableParams: toMapping(Object.fromEntries(names.map((name) => [name, TENANT]))),
    headers,
    params: {},
    query: {},
    body: { bytes: Buffer.from('{}') },
  };
}

/** One server for all that the app talks to: a table without rows, and elsewhere a document that is a good answer to whatever is asked. */
async function startEdges() {
  const server = createServer((request, response) => {
    request.resume();
    const resource = new URL(request.url, url).searchParams.get('resource');
    if (request.url.startsWith('/table')) response.writeHead(request.method === 'GET' ? 404 : 204).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(toDocument(resource)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${server.address().port}`;
}

function toDocument(resource) {
  return {
    issuer: `${url}/{tenantid}/v2.0`,
    jwks_uri: `${url}/keys`,
    keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'key', use: 'sig' }],
    access_token: 'token',
    token_type: 'Bearer',
    expires_on: String(Math.floor(Date.now() / 1000) + 86_400),
    resource,
    value: [],
  };
}

function toSettings(url) {
  const scope = 'https://scope.example/.default';
  return {
    AUTH_ISSUER: `${url}/{tenantid}/v2.0`,
    AUTH_AUDIENCE: AUDIENCE,
    AUTH_TENANTS: TENANT,
    ACCESS_POLICY: JSON.stringify({ grants: [{ roles: ROLES, resources: ['*'] }] }),
    IDENTITY_ENDPOINT: `${url}/identity`,
    IDENTITY_HEADER: 'header',
    ARM_BASE_URL: url,
    ARM_SCOPE: scope,
    BACKUP_RESTORE_BASE_URL: url,
    BACKUP_RESTORE_SCOPE: scope,
    DOCUMENT_MODELS_ENDPOINT: url,
    DOCUMENT_MODELS_SCOPE: scope,
    BUSINESS_DATA_BASE_URL: url,
    BUSINESS_DATA_SCOPE: scope,
    CACHE_CONNECTION_STRING: `AccountName=table;AccountKey=a2V5;TableEndpoint=${url}/table;`,
  };
}

function issueToken() {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: `${url}/${TENANT}/v2.0`, aud: AUDIENCE, tid: TENANT, sub: TENANT, azp: TENANT, roles: ROLES };
  const parts = [
    { alg: 'RS256', kid: 'key' },
    { ...claims, idtyp: 'app', nbf: now, exp: now + 3_600 },
  ];
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
}

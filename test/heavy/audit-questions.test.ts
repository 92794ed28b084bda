/** The questions of docs/observability.md, put to the records of a running stack: each record alone has to have the answer. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { apps, portalClientId } from '../../dev/personas.ts';
import { companies, protectionUnits, roles, tenants } from '../../dev/seed.ts';
import { INSTANCE, VERSION } from '../../lib/http/version.ts';
import type { LogRecord } from '../support/app-log.ts';
import { type Change, sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import {
  authorizeCopy,
  putJob,
  readCustomer,
  readItem,
  searchPoints,
  type ValidRequest,
  validRequests,
} from '../support/valid-requests.ts';
import { Workspace } from './workspace.ts';

const [otherApp] = apps;
const narrow: readonly string[] = ['Items.Read', 'StreamingJobs.Operate'];
const grants = [
  { roles: roles.filter((role) => !narrow.includes(role)), tenants: [tenants.contoso], resources: ['*'] },
  { roles: ['Items.Read'], clients: [otherApp?.clientId], resources: [`/companies/${companies.contoso}`] },
];
const room = { parallel: 40, queue: 40 };

const stack = await startStack({
  settings: {
    OPERATIONS: 'all',
    ACCESS_POLICY: JSON.stringify({ grants }),
    LIMITS: JSON.stringify({
      caller: { perSecond: 0.001, burst: 20 },
      businessData: { bulkhead: { read: { parallel: 2, queue: 1 }, write: room } },
      documentModels: { bulkhead: { read: room, write: room }, rate: { write: { perSecond: 0.001, burst: 4 } } },
    }),
  },
  expectedAlerts: 'any',
});

const byName = (name: string) => validRequests.find(({ operation }) => operation === name) as ValidRequest;

/** A caller of one's own, with one role: limits count callers. */
function createCaller(request: ValidRequest) {
  const oid = randomUUID();
  return { oid, sub: oid, azp: portalClientId, roles: [request.role] };
}

/** Sends a request, by default as a new caller, and returns its record. */
async function ask(request: ValidRequest, change: Change = {}): Promise<LogRecord> {
  const claims = { ...createCaller(request), ...change.claims };
  const { headers } = await sendChanged(stack, request, { ...change, claims });
  return stack.log.find(({ requestId }) => requestId === headers['x-ms-request-id']) ?? {};
}

const fault = (request: ValidRequest, own: object, times = 1) =>
  stack.upstream.fault({ path: request.template.split('/').at(-1)?.split(/[({]/)[0], times, fault: own });

/** What several tests read the records of is asked once, whichever of them are run. */
const deleter = createCaller(byName('deleteAuthorization'));
const deleted = await ask(byName('deleteAuthorization'), { claims: deleter });
const copies = await askCopies();
const searches = await askSearches();
const reader = createCaller(byName('fetchHealthEventDetails'));
const reads = [
  await ask(byName('fetchHealthEventDetails'), { claims: reader }),
  await ask(byName('fetchHealthEventDetails'), { claims: { ...reader, roles: [] } }),
];
const busy = createCaller(byName('getStreamingJob'));
const jobs: LogRecord[] = [];
for (let count = 0; count < 21; count++) jobs.push(await ask(byName('getStreamingJob'), { claims: busy }));

/** Uses up the four copies that the upstream takes, and asks for two more. */
async function askCopies(): Promise<LogRecord[]> {
  const [one, two, three] = [1, 2, 3].map(() => createCaller(authorizeCopy));
  const records: LogRecord[] = [];
  for (const claims of [one, two, two, two, two, three])
    records.push(await ask(authorizeCopy, { claims: { ...claims } }));
  return records;
}

/** Searches, the second of which the cache responds to; then one of many units. */
async function askSearches(): Promise<LogRecord[]> {
  const one = { protectionUnitIds: [protectionUnits.shopSite] };
  const body = { ...searchPoints.body, ...one, artifactQuery: { queryExpression: "Sender -eq 'canary@example.com'" } };
  const protectionUnitIds = Array.from({ length: 20 }, (_, at) => `${'u'.repeat(200)}${at}`);
  const bodies = [body, body, { ...searchPoints.body, protectionUnitIds }];
  const records: LogRecord[] = [];
  for (const each of bodies) records.push(await ask(searchPoints, { body: each }));
  return records;
}

describe('who did what, and with which outcome', () => {
  it('who deleted this authorization: caller, client, resource and outcome', () => {
    expect(deleted).toMatchObject({
      operation: 'deleteAuthorization',
      method: 'DELETE',
      tenant: tenants.contoso,
      subject: deleter.oid,
      client: portalClientId,
      resource: expect.stringMatching(/\/authorizations\/[\w-]+$/),
      status: expect.toSatisfy((status: number) => status < 300),
      ...{ instance: INSTANCE, version: VERSION },
    });
  });

  it('who asked for an operation in progress that is not there', async () => {
    const oid = randomUUID();
    const record = await ask(putJob, { method: 'GET', path: `/operations/${randomUUID()}`, claims: { oid, sub: oid } });
    expect(record).toMatchObject({ operation: 'getOperation', status: 400, tenant: tenants.contoso, subject: oid });
  });

  it('which model was authorized to be copied', () => {
    const [{ upstreamRequestId, ...record } = {}] = copies;
    const { modelId } = authorizeCopy.body ?? {};
    expect(record).toMatchObject({ operation: 'authorizeModelCopy', targets: modelId, status: 200 });
    expect(JSON.stringify(record)).not.toMatch(/accessToken/);
  });

  it('whose restore points were searched, also from the cache: the units, in bounded number and length, not the query', () => {
    const [miss, hit, many] = searches;
    expect(miss).toMatchObject({ targets: protectionUnits.shopSite });
    expect(hit).toMatchObject({ cache: expect.stringContaining('hit'), targets: protectionUnits.shopSite });
    expect(String(many?.['targets']).split('/')).toEqual(Array.from({ length: 20 }, () => `${'u'.repeat(63)}…`));
    expect(JSON.stringify(searches)).not.toContain('canary');
  });

  it('who read sensitive text, or tried to', () => {
    const read = { audit: 'sensitive', subject: reader.oid, resource: expect.stringContaining('/fetchEventDetails') };
    expect(reads).toMatchObject([200, 403].map((status) => ({ ...read, status })));
  });
});

describe('why was this caller refused', () => {
  const byOtherApp = { claims: { azp: otherApp?.clientId } };
  const elsewhere = { values: { companyId: companies.fabrikam } };
  const ofNumber = { body: { properties: { sku: { name: 7 } } } };
  it.each<[string, ValidRequest, Change, string]>([
    ['the scope', putJob, { claims: { scp: 'other' } }, 'scope'],
    ['the role in the token', putJob, { claims: { roles: ['Items.Read'] } }, 'role'],
    ['a grant for the role', byName('stopStreamingJob'), {}, 'no_grant_for_role'],
    ['a grant for the tenant', putJob, { claims: { tid: tenants.fabrikam } }, 'no_grant_for_tenant'],
    ['a grant for the client', readItem, {}, 'no_grant_for_client'],
    ['a grant for the resource', readItem, { ...byOtherApp, ...elsewhere }, 'no_grant_for_resource'],
  ])('403: what is missing is %s', async (_, request, change, reason) => {
    expect(await ask(request, change)).toMatchObject({ status: 403, reason, subject: expect.any(String) });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['expired', { exp: 1_700_000_000 }, 'ERR_JWT_EXPIRED'],
    ['for another audience', { aud: 'https://management.azure.com' }, 'ERR_JWT_CLAIM_VALIDATION_FAILED aud'],
    ['without a subject', { sub: null }, 'ERR_JWT_CLAIM_VALIDATION_FAILED sub'],
    ['with an ill-typed claim', { azp: 'a b' }, 'ill_typed_claims azp'],
    ['of another tenant', { tid: randomUUID() }, 'tenant'],
  ])('401: the token is %s; its signature says whose it is', async (_, claims, reason) => {
    const { oid } = createCaller(putJob);
    const record = await ask(putJob, { claims: { oid, ...claims } });
    expect(record).toMatchObject({ status: 401, problem: 'invalid_token', reason, subject: oid });
  });

  it('401: nobody can say whose a token is whose signature is invalid', async () => {
    const token = await stack.issueToken({});
    const record = await ask(putJob, { token: `${token.slice(0, -8)}AAAAAAAA` });
    expect(record).toMatchObject({ status: 401, reason: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED' });
    for (const name of ['tenant', 'subject', 'client']) expect(record).not.toHaveProperty(name);
  });

  it.each<[string, ValidRequest, Change, string | RegExp]>([
    ['a member of the body', putJob, ofNumber, /(?:^|; )properties\.sku\.name: must /],
    ['a version', putJob, { query: '?api-version=2001-01-01' }, /^api-version: /],
    ['a parameter that the caller made up', readCustomer, { query: '?canary=canary' }, /^\*: is not a parameter/],
    ['a repeated member', authorizeCopy, { body: '{"modelId":"canary","modelId":"canary"}' }, /^modelId: /],
    ['a made-up member, twice', authorizeCopy, { body: '{"canary":1,"canary":2}' }, /^\*: /],
    ['an id in the path', readCustomer, { values: { customerId: 'canary' } }, /^customerId: must be a GUID/],
  ])('400: %s fails; the rule is named, the value is not', async (_, request, change, invalid) => {
    const record = await ask(request, change);
    expect(record).toMatchObject({ status: 400, invalid: expect.stringMatching(invalid) });
    expect(String(record['invalid'])).not.toContain('canary');
  });

  it('429: the rate of this caller', () => {
    const refusals = jobs.map((record) => record['reason']);
    expect(refusals.filter((reason) => reason !== undefined)).toEqual(['caller_limit']);
  });

  it('429: what the upstream takes is used up', () => {
    const reasons = copies.map((record) => record['reason']);
    expect(reasons).toEqual([undefined, undefined, undefined, undefined, 'upstream_rate', 'upstream_rate']);
  });

  it('429: the upstream; then the gate that its Retry-After closed', async () => {
    const request = byName('getApiDiagnostic');
    await fault(request, { kind: 'status', status: 429, headers: { 'retry-after': '60' } });
    const first = await ask(request);
    expect(first).toMatchObject({ status: 429, upstreamStatus: 429, reason: expect.stringContaining('429') });
    expect(await ask(request)).toMatchObject({ status: 429, problem: 'throttled', reason: 'retry_after' });
  });

  it('503: no place in the queue', async () => {
    const [one, two, three, four] = await Promise.all(
      Array.from({ length: 4 }, () => stack.issueToken(createCaller(readCustomer))),
    );
    const call = (token = '') => ask(readCustomer, { token });
    // What is verified already is served in the order of arrival.
    for (const token of [one, two, three, four]) expect(await call(token)).toMatchObject({ status: 200 });
    await fault(readCustomer, { kind: 'delay', ms: 400 }, 3);
    const served = [one, two, three].map(call);
    const [own, other] = await Promise.all([one, four].map(call));
    expect(own).toMatchObject({ status: 503, problem: 'overloaded', reason: 'queue' });
    expect(other).toMatchObject({ status: 503, problem: 'overloaded', reason: 'queue' });
    const waited = (await Promise.all(served)).map((record) => record['queueMs']);
    expect(waited.filter((ms) => Number(ms) > 50)).toHaveLength(1);
  });

  it('503: the breaker, after the upstream failed', async () => {
    const request = byName('getRestoreSession');
    await fault(request, { kind: 'reset', processed: false }, 20);
    const reasons: unknown[] = [];
    for (let count = 0; count < 4; count++) {
      const values = { restoreSessionBaseId: randomUUID() };
      reasons.push((await ask(request, { values }))['reason']);
    }
    expect(reasons.at(0)).toBe('Error ECONNRESET');
    expect(reasons.at(-1)).toBe('breaker');
  });
});

it('what made it slow: pauses between attempts, and the attempts', async () => {
  const request = byName('getAuthorization');
  await fault(request, { kind: 'status', status: 502 }, 2);
  const record = await ask(request);
  expect(record).toMatchObject({ status: 200, upstreamTries: 3 });
  expect(record).toMatchObject({ pauseMs: expect.any(Number), upstreamMs: expect.any(Number) });
});

describe('the queries of the page find the answers in these records', () => {
  const listQueries = (path: string) =>
    [...readFileSync(path, 'utf8').matchAll(/```kusto\n([\s\S]*?)```/g)].map(([, query = '']) => query.trim());
  const queries = listQueries('docs/observability.md');

  /** Returns the values of each row that the query with this text results in. */
  function run(part: string, given: Readonly<Record<string, unknown>> = {}): unknown[][] {
    const workspace = new Workspace();
    workspace.addLines(stack.log, Date.now());
    const query = Object.entries(given).reduce(
      (text, [name, value]) => text.replace(`<${name}>`, String(value)),
      queries.find((text) => text.startsWith('FrontdeskRecords') && text.includes(part)) ?? '',
    );
    expect(query).not.toMatch(/<\w+>/);
    return workspace.query(query, Date.now() + 1).map((row) => Object.values(row));
  }
  const find = (member: string, value: unknown) => stack.log.filter((record) => record[member] === value);

  it('who deleted this', () => {
    const [row] = run("'delete'", { name: String(deleted['resource']).split('/').at(-1) });
    expect(row).toEqual(
      expect.arrayContaining([deleted['subject'], deleted['tenant'], deleted['client'], deleted['status']]),
    );
    expect(run("'delete'", { name: 'nothing' })).toEqual([]);
  });

  it('who copied, searched, and read sensitive text', () => {
    expect(run("'authorizeModelCopy'").length).toBe(find('operation', 'authorizeModelCopy').length);
    expect(run("'authorizeModelCopy'").flat()).toContain(authorizeCopy.body?.['modelId']);
    expect(run('<unit>', { unit: protectionUnits.shopSite })).toHaveLength(2);
    expect(run("'sensitive'")).toHaveLength(2);
  });

  it('why this caller was refused', async () => {
    expect(run('<oid>', { oid: busy.oid })).toEqual([expect.arrayContaining([429, 'throttled', 'caller_limit'])]);
    const invalid = await ask(readCustomer, { values: { customerId: 'canary' } });
    const [row] = run('<oid>', { oid: invalid['subject'] });
    expect(row).toEqual(expect.arrayContaining([400, invalid['invalid']]));
  });

  it('what was slow, and which instance and version failed', () => {
    const slow = stack.log.filter((record) => Number(record['durationMs']) > 1_000);
    expect(run('durationMs > 1000')).toHaveLength(slow.length);
    const failed = stack.log.filter((record) => Number(record['status']) >= 500);
    const rows = run('instance, version');
    expect(rows.length).toBe(new Set(failed.map((record) => record['problem'])).size);
    for (const row of rows) expect(row).toEqual(expect.arrayContaining([INSTANCE, VERSION]));
  });
});

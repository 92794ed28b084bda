import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { TableClient } from '@azure/data-tables';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { toEmulatorSettings } from '../../dev/emulator-settings.ts';
import { startIssuer } from '../../dev/issuer.ts';
import { startManagedIdentity } from '../../dev/managed-identity.ts';
import { resourceGroup, subscriptions, tenants, upstreamAudiences } from '../../dev/seed.ts';
import { listen } from '../../dev/server.ts';
import { startTables } from '../../dev/tables.ts';
import { apiNames, findApi } from '../../dev/upstream/apis.ts';
import { startUpstream } from '../../dev/upstream/index.ts';
import { PROFILES } from '../../lib/profiles.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { UPSTREAMS, type UpstreamEntry } from '../../lib/upstream/upstreams.ts';
import { checkOrigin } from '../../tools/doctor/check-origin.ts';
import { diagnose } from '../../tools/doctor/diagnose.ts';
import type { Finding } from '../../tools/doctor/finding.ts';
import { UPSTREAM_PROBES } from '../../tools/doctor/upstream-probes.ts';
import { toAction } from '../../tools/generate/actions.ts';
import { makeFolder } from '../support/folder.ts';
import { runProgram, writeProgram } from '../support/program.ts';
import { createControlClient } from '../testbed/control-client.ts';

const KEY = 'a-key-of-the-document-models';
const [issuer, identity, upstream, tables] = await Promise.all([
  startIssuer({ port: 0 }),
  startManagedIdentity({ port: 0 }),
  startUpstream({ port: 0, documentsKey: KEY }),
  startTables({ port: 0 }),
]);
const closed = await listen(createServer(), 0);
await closed.close();
const otherServer = await listen(
  createServer((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}')),
  0,
);
afterAll(async () => {
  for (const server of [upstream, identity, issuer, tables, otherServer]) await server.close();
});
const faults = createControlClient(upstream.url);
beforeEach(() => Promise.all([faults.reset(), createControlClient(identity.url).reset()]));

const openTable = (name: string) =>
  TableClient.fromConnectionString(tables.connectionString, name, { allowInsecureConnection: true });

type Environment = Readonly<Record<string, string | undefined>>;

const valid: Environment = {
  ...toEmulatorSettings({ issuer, identity, upstream, tables }),
  ACCESS_POLICY: '{"grants":[{"roles":["Items.Read"],"resources":["*"]}]}',
};

/** Returns the failed checks of changed settings. */
async function listWrong(change: Environment): Promise<readonly Finding[]> {
  return (await diagnose({ ...valid, ...change })).filter(({ isGood }) => !isGood);
}

const wrong = (check: string, found: RegExp, fix: RegExp) => ({
  check,
  isGood: false,
  found: expect.stringMatching(found),
  fix: expect.stringMatching(fix),
});

const scopes = ['ARM_SCOPE', 'BACKUP_RESTORE_SCOPE', 'DOCUMENT_MODELS_SCOPE', 'BUSINESS_DATA_SCOPE'];
const identityChecks = scopes.map((setting) => `identity (${setting})`);

const cannotConnect = (setting: string) =>
  new RegExp(`^cannot connect to http://127\\.0\\.0\\.1:${closed.port} \\(${setting}\\)$`);

/** Of each upstream, its token where it takes one, and a read. */
const checked = Object.entries<UpstreamEntry>(UPSTREAMS).flatMap(([name, { scope }]) => [
  ...(scope ? [`identity (${scope.setting})`] : []),
  name,
]);

describe('npm run doctor', () => {
  it('reports a working configuration as good', async () => {
    const findings = await diagnose(valid);
    expect(findings.filter(({ isGood }) => !isGood)).toEqual([]);
    expect(findings.map(({ check }) => check)).toEqual(['settings', 'policy', 'keys', ...checked, 'table']);
  });

  it('deletes its row from the table', async () => {
    expect(await listWrong({})).toEqual([]);
    expect((await openTable('frontdeskcache').listEntities().next()).done).toBe(true);
  });

  it('reads a policy in a table as an instance would', async () => {
    const rows = openTable('doctorpolicy');
    const change = { ACCESS_POLICY: 'table:doctorpolicy' };
    const push = /npm run access -- push/;
    expect(await listWrong(change)).toEqual([wrong('policy table', /^doctorpolicy: The table has no policy\.$/, push)]);
    await rows.createTable();
    const row = { partitionKey: 'policy', rowKey: 'current' };
    await rows.upsertEntity({ ...row, text0: '{"grants":[]}' });
    expect(await listWrong(change)).toEqual([wrong('policy table', /^doctorpolicy: grants: Too small/, push)]);
    await rows.upsertEntity({ ...row, text0: valid['ACCESS_POLICY'] });
    expect((await diagnose({ ...valid, ...change })).at(-1)).toEqual({
      ...{ check: 'policy table', isGood: true },
      found: 'doctorpolicy has 1 grant',
    });
  });

  it('judges the names of the settings file, not of the whole environment', async () => {
    const shell = { ARM_CLIENT_ID: 'x', ARM_TENANT_ID: 'x', CLOUD_SHELL: 'x', CACHE_DIR: 'x', ACCESS_TOKEN: 'x' };
    expect((await diagnose(valid, shell)).filter(({ isGood }) => !isGood)).toEqual([]);
    expect(await listWrong({ OTEL_TRACES_EXPORTER: 'none' })).toEqual([
      wrong('settings', /^OTEL_TRACES_EXPORTER is not obeyed$/, /docs\/settings\.md/),
    ]);
    const names = ['LOGIN_REDIRECT_ORIGIN', 'PUBLIC_URL'];
    const others = { FUNCTIONS_WORKER_RUNTIME: 'node', WEBSITE_NAME: 'x', OTEL_SDK_DISABLED: 'false' };
    const found = await listWrong({ ...Object.fromEntries(names.map((name) => [name, 'x'])), ...others });
    expect(found.map((finding) => finding.found)).toEqual(names.map((name) => `Unknown setting ${name}`));
  });

  it('sends nothing over the network with settings that the app could not start with', async () => {
    const findings = await listWrong({ AUTH_ISSUER: undefined, ARM_BASE_URL: 'http://arm.example', AUTH_TENANT: 'x' });
    expect(findings).toEqual([
      wrong('settings', /^Unknown setting AUTH_TENANT$/, /docs\/settings\.md/),
      wrong('settings', /^AUTH_ISSUER is required$/, /https:\/\/login\./),
      wrong('settings', /^ARM_BASE_URL must be an https/, /https:\/\/management\./),
    ]);
    expect(await faults.calls()).toEqual([]);
  });

  const otherKey = tables.connectionString.replace(/AccountKey=[^;]*/, `AccountKey=${btoa('other')}`);
  const noTable = tables.connectionString.replace(/:\d+\//, `:${closed.port}/`);
  const fixOf = (setting: string) => new RegExp(`${setting}|discovery document`);
  const unknownRole = '{"grants":[{"roles":["Items.Raed"],"resources":["*"]}]}';

  it.each<[setting: string, value: string, check: string, found: RegExp, fix?: RegExp]>([
    // A role that no operation requires.
    ['ACCESS_POLICY', unknownRole, 'settings', /must be one of .*Items\.Read/, /For ex/],
    ['AUTH_ISSUER', `${closed.url}/{tenantid}/v2.0`, 'keys', /^cannot connect/],
    // An issuer of another name.
    ['AUTH_ISSUER', `${issuer.url}/${tenants.contoso}/v1.0`, 'keys', /404|another issuer/],
    ['AUTH_JWKS_URI', otherServer.url, 'keys', /not a JWK Set/],
    ['AUTH_JWKS_URI', 'https://keys.invalid/', 'keys', /keys\.invalid \(AUTH_JWKS_URI\) is unknown/],
    ['ARM_BASE_URL', upstream.url.replace('http', 'https'), 'arm', /be reached|certificate/],
    ['BUSINESS_DATA_BASE_URL', closed.url, 'businessData', /^cannot connect/],
    // The scope of another API.
    ['ARM_SCOPE', `${upstreamAudiences.graph}/.default`, 'arm', /token \(401\)/],
    ['DOCUMENT_MODELS_KEY', 'old', 'documentModels', /key \(401\)/],
    ['CACHE_CONNECTION_STRING', noTable, 'table', /^cannot connect/],
    // The key of another account.
    ['CACHE_CONNECTION_STRING', otherKey, 'table', /refuses us \(403\)/, /key/],
    ['CACHE_CONNECTION_STRING', 'x', 'settings', /must be a connection string/, /connection string/],
  ])('the setting %s with the value %s', async (setting, value, check, found, fix = fixOf(setting)) => {
    const [finding, ...others] = await listWrong({ [setting]: value });
    expect([finding, others]).toEqual([wrong(check, found, fix), []]);
    // The address is printed, without path and query.
    if (found.source === '^cannot connect') expect(finding?.found).toMatch(cannotConnect(setting));
  });

  it.each<[string, Environment, RegExp, RegExp]>([
    ['no managed identity', { IDENTITY_ENDPOINT: undefined }, /IDENTITY_ENDPOINT/, /Assign a managed identity/],
    ['an identity of another app', { MANAGED_IDENTITY_CLIENT_ID: tenants.contoso }, /no such identity/, /_CLIENT_ID/],
    ['a wrong IDENTITY_HEADER', { IDENTITY_HEADER: 'x' }, /refuses the app \(401\)/, /IDENTITY_HEADER/],
    ['no endpoint there', { IDENTITY_ENDPOINT: `${closed.url}/x` }, cannotConnect('IDENTITY_ENDPOINT'), /IDENTITY_END/],
    ['something else there', { IDENTITY_ENDPOINT: otherServer.url }, /not an identity endpoint/, /IDENTITY_ENDPOINT/],
  ])('%s: no upstream is called', async (_, change, found, fix) => {
    const findings = await listWrong(change);
    expect(findings.map(({ check }) => check)).toEqual(identityChecks);
    for (const finding of findings) expect(finding).toEqual(wrong(finding.check, found, fix));
    const withKey = apiNames.map(findApi).flatMap(({ key, base }) => (key ? [base] : []));
    const withToken = (await faults.calls()).filter(({ path }) => !withKey.some((base) => path.startsWith(base)));
    expect(withToken).toEqual([]);
  });

  it.each<[object, RegExp, RegExp]>([
    [{ kind: 'status', status: 403 }, /refuses the identity \(403\)/, /Give the managed identity/],
    [{ kind: 'status', status: 404 }, /does not have it, or hides it \(404\)/, /ARM_BASE_URL.*Give the managed/],
    [{ kind: 'status', status: 429 }, /throttles us/, /Wait/],
    [{ kind: 'status', status: 503 }, /fails \(503\)/, /status page/],
    [{ kind: 'status', status: 302 }, /redirects \(302\)/, /ARM_BASE_URL/],
    [{ kind: 'status', status: 200, body: { value: [] } }, /shows no subscription/, /role/],
    [{ kind: 'reset' }, /cannot be reached/, /ARM_BASE_URL/],
    [{ kind: 'status', status: 400 }, /refuses the read \(400\)/, /retired this api-version/],
    [{ kind: 'html' }, /returns no JSON \(200\)/, /ARM_BASE_URL.*a proxy's page/],
  ])('an upstream with the fault %j', async (fault, found, fix) => {
    await faults.fault({ times: 1, api: 'arm', fault });
    expect(await listWrong({})).toEqual([wrong('arm', found, fix)]);
  });

  it('tells a service that is slow, and an issuer whose clock is ahead', async () => {
    const now = systemClock.monotonicNow;
    const fast = vi.spyOn(systemClock, 'monotonicNow').mockImplementation(() => 1_000 * now());
    await faults.fault({ times: 1, api: 'arm', fault: { kind: 'delay', ms: 10 } });
    expect((await diagnose(valid)).find(({ check }) => check === 'arm')?.found).toMatch(
      /; the service is slow \(\d+ s\)$/,
    );
    fast.mockRestore();
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    const control = createControlClient(issuer.url);
    await control.fault({ times: 9, api: 'discovery', fault: { kind: 'headers', headers: { date } } });
    expect(await listWrong({})).toEqual([wrong('keys', /^the issuer's clock is ahead by 3\d{3} s$/, /refused-tokens/)]);
    await control.reset();
  });

  it('names granted operations that OPERATIONS does not serve, and a missing LINK_KEY', async () => {
    const ACCESS_POLICY = '{"grants":[{"roles":["StreamingJobs.Operate"],"resources":["*"]}]}';
    const findings = await diagnose({ ...valid, ACCESS_POLICY, OPERATIONS: 'default', LINK_KEY: undefined });
    expect(findings).toContainEqual({
      ...{ check: 'operations', isGood: true },
      found: expect.stringMatching(/^OPERATIONS does not serve .*startStreamingJob/),
    });
    expect(findings).toContainEqual(wrong('links', /^LINK_KEY is missing/, /wrong-settings/));
  });

  it('asks the host whether a frontend may call', async () => {
    expect(await checkOrigin(issuer.url, 'https://portal.example')).toEqual(
      wrong('origin', /^the host refuses the origin https:\/\/portal\.example$/, /cors add/),
    );
    const open = await listen(
      createServer((_, response) => response.writeHead(204, { 'access-control-allow-origin': '*' }).end()),
      0,
    );
    expect(await checkOrigin(open.url, 'https://portal.example')).toMatchObject({ isGood: true });
    await open.close();
    expect(await checkOrigin(open.url, 'https://portal.example')).toMatchObject({ isGood: false });
  });

  it('asks for what the policy grants: a list in each resource group, the events of a subscription', async () => {
    const group = `/subscriptions/${subscriptions.contoso}/resourcegroups/${resourceGroup}`;
    const grants = [
      { roles: ['Items.Read'], resources: [`${group}/providers/X.Y`, group, '/subscriptions/other', '*'] },
    ];
    const findings = await diagnose({ ...valid, ACCESS_POLICY: JSON.stringify({ grants }) });
    expect(findings.filter(({ check }) => check === 'arm')).toEqual([
      { check: 'arm', isGood: true, found: `may be read ${group}` },
      wrong('arm', /\(40[34]\) \/subscriptions\/other$/, /Give the managed identity the roles of infra\/access/),
    ]);
  });

  it('needs no right that the templates do not grant', async () => {
    const read = (name: string) => readFileSync(`infra/access/${name}`, 'utf8');
    const granted = ['actions.json', 'graph.bicep', 'document-models.bicep'].map(read).join('\n');
    const missing = UPSTREAM_PROBES.flatMap(({ granted: own = [] }) => own).filter((right) => !granted.includes(right));
    expect(missing).toEqual([]);
    const resources = ['/subscriptions/s', '/subscriptions/s/resourceGroups/g'];
    const [arm] = UPSTREAM_PROBES;
    const actions = arm?.listPaths(resources, PROFILES.microsoft).map((path) => {
      const [pathname = ''] = path.split('?');
      return toAction({ method: 'GET', path: pathname });
    });
    expect(actions?.toSorted()).toEqual(arm?.granted?.toSorted());
    expect(JSON.parse(read('actions.json'))).toMatchObject({
      resourceGroup: expect.arrayContaining(['Microsoft.StreamAnalytics/streamingjobs/read']),
      subscription: expect.arrayContaining(['Microsoft.ResourceHealth/events/read']),
    });
  });

  it('no finding contains a value of a setting, which may be a secret', async () => {
    const names = ['IDENTITY_HEADER', 'DOCUMENT_MODELS_KEY', 'CACHE_CONNECTION_STRING'];
    const secrets = Object.fromEntries(names.map((name) => [name, 'canary']));
    const text = JSON.stringify([
      await diagnose({ ...valid, ...secrets }),
      await diagnose({ ...valid, ARM_BASE_URL: 'https://canary.invalid', AUTH_ISSUER: 'canary' }),
    ]);
    expect(text).not.toContain('canary');
  });
});

describe('on the command line', () => {
  const folder = makeFolder('doctor-');

  async function run(cwd: string, PATH: string | undefined, ...args: readonly string[]) {
    const command = ['--import', import.meta.resolve('tsx'), resolve('tools/doctor.ts'), ...args];
    const { code, stdout, stderr } = await runProgram(process.execPath, command, { cwd, env: { PATH } });
    return { code, lines: stdout.trimEnd().split('\n'), errors: stderr };
  }

  /** Runs with an `az` that prints these settings as the CLI does, and tokens of an operator. */
  async function runApp(values: Environment, host: string) {
    const bin = join(folder, 'bin');
    mkdirSync(bin, { recursive: true });
    const listed = Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : { name, slotSetting: false, value },
    );
    writeFileSync(join(bin, 'settings.json'), JSON.stringify(listed));
    const token = await issuer.issueToken({});
    const script = `#!/bin/sh
case "$*" in
  'functionapp list'*"name=='func-test'"*) echo rg-test;;
  'functionapp config appsettings list --name func-test --resource-group rg-test '*) cat "$(dirname "$0")/settings.json";;
  'functionapp show '*) echo ${host};;
  'account get-access-token --scope '*) echo ${token};;
esac
`;
    writeProgram(join(bin, 'az'), script);
    return (name: string) => run('.', `${bin}:${process.env['PATH']}`, '--app', name);
  }

  it('visits a deployed app as the operator: references and the missing identity are no failures', async () => {
    const { IDENTITY_ENDPOINT: _, IDENTITY_HEADER: __, ...deployed } = valid;
    const link = '@Microsoft.KeyVault(VaultName=kv;SecretName=link-key)';
    const visit = await runApp(
      { ...deployed, LINK_KEY: link, FUNCTIONS_REQUEST_BODY_SIZE_LIMIT: '1' },
      `127.0.0.1:${closed.port}`,
    );
    const { code, lines } = await visit('func-test');
    const text = lines.join('\n');
    expect(text).toContain('ok     vault: LINK_KEY is a reference');
    expect(text).toContain(`WRONG  app: cannot connect to https://127.0.0.1:${closed.port}`);
    expect(text).toContain('ok     settings: complete and valid');
    expect(text).toContain('ok     your sign-in (ARM_SCOPE): returns a token');
    // The emulated services take tokens of the managed identity only.
    expect(text).toContain('WRONG  arm: rejects the token (401)');
    expect(text).not.toMatch(/identity \(|table: can be/);
    expect(code).toBe(1);
    const missing = await visit('other');
    expect([missing.code, missing.errors]).toEqual([1, expect.stringContaining('There is no function app other')]);
  });

  it('tells the operator that a refusal says nothing of the app', async () => {
    await faults.fault({ times: 1, api: 'arm', fault: { kind: 'status', status: 403 } });
    const operator = async () => ({ finding: { check: 'you', isGood: true, found: '' }, token: 't' });
    const findings = await diagnose(valid, {}, operator);
    expect(findings.find(({ found }) => found.includes('(403)'))).toEqual(
      wrong('arm', /refuses you \(403\)/, /says nothing of the app.*az role assignment list/),
    );
  });

  function runWith(values: Environment, ...args: readonly string[]): ReturnType<typeof run> {
    const file = join(folder, 'settings.json');
    writeFileSync(file, JSON.stringify({ Values: values }));
    return run('.', process.env['PATH'], '--settings', file, ...args);
  }

  it('uses the ports of the running local stack, prints a line per check, and exits with 0', async () => {
    const { Values: sample } = JSON.parse(readFileSync('local.settings.sample.json', 'utf8'));
    const { PUBLIC_BASE_URL: frontdesk, ...values } = {
      ...sample,
      ACCESS_POLICY: valid['ACCESS_POLICY'],
      IDENTITY_HEADER: identity.header,
    };
    writeFileSync(join(folder, 'local.settings.json'), JSON.stringify({ Values: values }));
    const addresses = { issuer: issuer.url, identity: identity.url, upstream: upstream.url, tables: tables.url };
    const stack = { pid: process.pid, profile: 'vendor', frontdesk, ...addresses };
    mkdirSync(join(folder, '.local'));
    writeFileSync(join(folder, '.local/stack.json'), JSON.stringify(stack));
    const { code, lines } = await run(folder, process.env['PATH']);
    expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([]);
    expect(lines.length).toBe(4 + checked.length);
    expect(code).toBe(0);
  });

  it('with --offline sends nothing; prints what is wrong and how to fix it, and exits with 1', async () => {
    const { code, lines } = await runWith({ ...valid, ARM_BASE_URL: closed.url }, '--offline');
    expect([code, lines]).toEqual([0, ['ok     settings: complete and valid', 'ok     policy: 1 grant']]);
    const wrong = await runWith({ ...valid, AUTH_ISSUER: undefined }, '--offline');
    expect([wrong.code, wrong.lines[0]]).toEqual([1, 'WRONG  settings: AUTH_ISSUER is required']);
    expect(wrong.lines[1]).toMatch(/^ {7}For example: https/);
  });
});

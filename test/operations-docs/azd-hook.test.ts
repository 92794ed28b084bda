/** The hooks of `azd up`, run as azd runs them: in a shell, with the outputs of the templates in the environment. */
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { delimiter, join } from 'node:path';
import { build } from 'esbuild';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import accessPolicy from '../../dev/access-policy.json' with { type: 'json' };
import { listen } from '../../dev/server.ts';
import { parsePolicy } from '../../lib/policy/policy-source.ts';
import { listWhatIsLeft } from '../../tools/azd/what-is-left.ts';
import { makeFolder } from '../support/folder.ts';
import { runProgram, writeProgram } from '../support/program.ts';
import { startStack } from '../support/stack.ts';

const policyTable = `policy${randomUUID().replaceAll('-', '')}`;
const stack = await startStack({ settings: { ACCESS_POLICY: `table:${policyTable}` }, expectedAlerts: 'any' });

/** A checkout whose files a test may change. */
const folder = makeFolder('azd-');
for (const name of ['node_modules', 'lib', 'dev', 'functions', 'tools', 'package.json', 'local.settings.sample.json'])
  symlinkSync(join(process.cwd(), name), join(folder, name));
mkdirSync(join(folder, 'infra'));
const files = ['infra/access-policy.json', 'infra/main.parameters.json', 'infra/access/actions.json'];
beforeEach(() => {
  for (const file of files) cpSync(file, join(folder, file));
  for (const calls of ['azd-calls', 'az-calls']) rmSync(join(folder, calls), { force: true });
});
mkdirSync(join(folder, 'bin'));
// A provision fails where it is told to.
writeProgram(
  join(folder, 'bin/azd'),
  '#!/bin/sh\necho "azd $*" >> azd-calls\n[ "$1" != provision ] || [ -z "$NO_RIGHT" ]\n',
);
writeProgram(join(folder, 'bin/az'), '#!/bin/sh\necho "az $*" >> az-calls\n');

const outputs = {
  AZURE_ENV_NAME: 'test',
  AZURE_LOCATION: 'swedencentral',
  AZURE_RESOURCE_GROUP: 'rg-test',
  AZURE_FUNCTION_NAME: 'func-test',
  DOCUMENT_MODELS_ENDPOINT: 'https://contoso-docs.cognitiveservices.azure.com',
  FRONTDESK_URL: stack.url,
  FRONTDESK_PRINCIPAL_ID: 'principal-1',
  FRONTDESK_APPLICATION_PRINCIPAL_ID: 'app-1',
  FRONTDESK_IDENTITY_CLIENT_ID: 'client-1',
};

const { hooks } = parse(readFileSync('azure.yaml', 'utf8'));
// One script starts in a third of the time.
const bundled = { entryPoints: ['tools/azd-hook.ts'], outfile: join(folder, 'azd-hook.mjs') };
await build({ ...bundled, bundle: true, platform: 'node', format: 'esm', packages: 'external' });

async function runHook(name: string, more: Readonly<Record<string, string>> = {}) {
  const env = {
    ...process.env,
    ...outputs,
    ...{ ACCESS_POLICY: `table:${policyTable}`, CACHE_CONNECTION_STRING: stack.tables.connectionString },
    ...{ FRONTDESK_HOOK_ATTEMPTS: '3', FRONTDESK_HOOK_PAUSE_MS: '10', no_proxy: '*' },
    PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH']}`,
    ...more,
  };
  const command = hooks[name].posix.run.replace('--import tsx tools/azd-hook.ts', 'azd-hook.mjs');
  const { code, stdout, stderr } = await runProgram('sh', ['-c', command], { cwd: folder, env });
  return { code, printed: stdout + stderr };
}

it('each hook is the same on Windows', () => {
  expect(Object.keys(hooks)).toEqual(['preprovision', 'postprovision', 'postdeploy']);
  for (const { posix, windows } of Object.values<Record<string, { run: string }>>(hooks)) {
    expect(windows?.run).toBe(posix?.run);
    expect(posix?.run).toMatch(/^node --import tsx tools\/azd-hook\.ts (?:check|push|serve)$/);
  }
});

it('the sample’s policy is refused before anything is created, an app that never gets ready in the end', async () => {
  expect(await runHook('preprovision')).toEqual({ code: 1, printed: expect.stringContaining('placeholders') });
  const { code, printed } = await runHook('postdeploy', { FRONTDESK_URL: 'http://127.0.0.1:9' });
  expect({ code, printed }).toEqual({ code: 1, printed: expect.stringContaining('npm run doctor -- --app func-test') });
});

// Nine programs, one after the other.
it('a policy is pushed once, the app is waited for, alerts are turned on, and what is left is printed', async () => {
  writeFileSync(join(folder, 'infra/access-policy.json'), JSON.stringify(accessPolicy));
  expect(await runHook('preprovision')).toEqual({ code: 0, printed: '' });
  expect((await runHook('postprovision')).printed).toContain('Version 1 of ');
  expect((await runHook('postprovision')).printed).toContain('The access policy in force is version 1');
  const { code, printed } = await runHook('postdeploy');
  expect(printed).toContain('Frontdesk serves');
  expect(printed).toContain('principalId=principal-1');
  expect(code).toBe(0);
  const turnOn = 'azd env set FRONTDESK_WATCHED true\nazd provision --no-prompt\n';
  const readCalls = () => readFileSync(join(folder, 'azd-calls'), 'utf8');
  expect(readCalls()).toBe(turnOn);
  // What was set is not yet what was deployed.
  const set = { FRONTDESK_WATCHED: 'true', FRONTDESK_ALERTS: 'off' };
  expect((await runHook('postdeploy', { ...set, NO_RIGHT: 'yes' })).code).toBe(1);
  expect((await runHook('postdeploy', set)).code).toBe(0);
  expect(readCalls()).toBe(turnOn.repeat(3));
  expect((await runHook('postdeploy', { ...set, FRONTDESK_ALERTS: 'on' })).printed).toContain('Frontdesk serves');
  expect(readCalls()).toBe(turnOn.repeat(3));
}, 180_000);

const changeParameters = (name: string, value: unknown) => {
  const file = join(folder, 'infra/main.parameters.json');
  const { parameters, ...rest } = JSON.parse(readFileSync('infra/main.parameters.json', 'utf8'));
  writeFileSync(file, JSON.stringify({ ...rest, parameters: { ...parameters, [name]: { value } } }));
};

it.each<[string, unknown, string]>([
  ['network', { access: 'private', allowedRanges: [], addressPrefix: '10.20.0.0/24' }, "First 'allowList'"],
  ['corsOrigins', ['https://portal.example.com', 'https://b.example.com/'], 'not https://b.example.com/'],
])(
  'what would fail at the end, or be without effect, is refused before anything is created: %s',
  async (name, value, reason) => {
    writeFileSync(join(folder, 'infra/access-policy.json'), `\uFEFF${JSON.stringify(accessPolicy)}`);
    expect((await runHook('preprovision')).code).toBe(0);
    changeParameters(name, value);
    expect(await runHook('preprovision')).toEqual({ code: 1, printed: expect.stringContaining(reason) });
  },
);

it('files that are no JSON are named with the position', async () => {
  writeFileSync(join(folder, 'infra/access-policy.json'), '{"grants": [],}');
  expect((await runHook('preprovision')).printed).toContain(
    'infra/access-policy.json is no valid policy:\n  is not JSON at line 1, column 15',
  );
});

/** Starts what stands in the app's or the table's place, with this response. */
async function startRefusal(status: number, headers: Record<string, string>, body = '') {
  const server = await listen(
    createServer((_, response) => response.writeHead(status, headers).end(body)),
    0,
  );
  onTestFinished(server.close);
  return server;
}

it('a network rule is no role that takes some minutes: the hook says so at once', async () => {
  const table = await startRefusal(403, { 'x-ms-error-code': 'AuthorizationFailure' });
  const connection = stack.tables.connectionString.replace(/:\d+\//, `:${table.port}/`);
  const pushed = await runHook('postprovision', { CACHE_CONNECTION_STRING: connection });
  expect(pushed).toEqual({ code: 1, printed: expect.stringMatching(/^The network rules of the storage account/) });
  const mismatch = await startRefusal(403, { 'x-ms-error-code': 'AuthorizationPermissionMismatch' });
  const other = stack.tables.connectionString.replace(/:\d+\//, `:${mismatch.port}/`);
  const { printed } = await runHook('postprovision', { CACHE_CONNECTION_STRING: other });
  expect(printed.match(/a new role takes some minutes/g)).toHaveLength(2);
  const app = await startRefusal(403, {}, '<h1>Ip Forbidden</h1>');
  const served = await runHook('postdeploy', { FRONTDESK_URL: app.url });
  expect(served).toEqual({ code: 1, printed: expect.stringContaining('network rules refuse this machine') });
});

it('an app that has not started is restarted once: it reads its secrets again; one that is not ready is not', async () => {
  const app = await startRefusal(503, {}, 'Function host is not running.');
  expect((await runHook('postdeploy', { FRONTDESK_URL: app.url })).code).toBe(1);
  const ours = await startRefusal(503, {}, '{"status":"not-ready"}');
  expect((await runHook('postdeploy', { FRONTDESK_URL: ours.url })).code).toBe(1);
  expect(readFileSync(join(folder, 'az-calls'), 'utf8')).toBe(
    'az functionapp restart --name func-test --resource-group rg-test\n',
  );
});

it('what is left names existing templates with their parameters, every role, and no placeholder', () => {
  const group = '/subscriptions/5ab00000-0000-4000-8000-00000000000a/resourceGroups/rg-shop';
  const policy = {
    grants: [...accessPolicy.grants, { roles: ['Items.Read'], clients: ['client-9'], resources: [group, '*'] }],
  };
  const lines = listWhatIsLeft(parsePolicy(JSON.stringify(policy)), outputs);
  const text = lines.join('\n');
  expect(text).not.toMatch(/undefined|<\w/);
  for (const [, template = '', parameters = ''] of text.matchAll(/--template-file (\S+)(?: --parameters (.*))?/g)) {
    const declared = readFileSync(template, 'utf8');
    for (const [, name] of parameters.matchAll(/(?:^| )(\w+)=/g)) expect(declared).toContain(`param ${name} `);
  }
  expect(text).toContain('--resource-group rg-shop ');
  // The tenant has each name of a role once, and the role an action for each operation that is served.
  const names = [...text.matchAll(/ name='([^']+)'/g)].map(([, name]) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(1);
  expect(text).toContain("operations='[]'");
  expect(text).toContain('# Not served, so no right for it: deleteAuthorization, ');
  const served = listWhatIsLeft(parsePolicy(JSON.stringify(policy)), outputs, 'default, startStreamingJob').join('\n');
  expect(served).toContain('operations=\'["startStreamingJob"]\'');
  expect(text).toContain('accountName=contoso-docs');
  expect(text).toContain('az ad sp show --id client-9');
  const roles = new Set(accessPolicy.grants.flatMap((grant) => grant.roles));
  expect([...roles].filter((role) => !lines.includes(`assign ${role}`))).toEqual([]);
});

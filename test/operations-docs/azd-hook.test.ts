/** The hooks of `azd up`, run as azd runs them: in a shell, with the outputs of the templates in the environment. */
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import accessPolicy from '../../dev/access-policy.json' with { type: 'json' };
import { parsePolicy } from '../../lib/policy/policy-source.ts';
import { listWhatIsLeft } from '../../tools/azd/what-is-left.ts';
import { makeFolder } from '../support/folder.ts';
import { runProgram, writeProgram } from '../support/program.ts';
import { startStack } from '../support/stack.ts';

const policyTable = `policy${randomUUID().replaceAll('-', '')}`;
const stack = await startStack({ settings: { ACCESS_POLICY: `table:${policyTable}` }, expectedAlerts: 'any' });

/** A checkout whose files a test may change. */
const folder = makeFolder('azd-');
for (const name of ['node_modules', 'lib', 'dev', 'tools', 'package.json', 'local.settings.sample.json'])
  symlinkSync(join(process.cwd(), name), join(folder, name));
mkdirSync(join(folder, 'infra'));
cpSync('infra/access-policy.json', join(folder, 'infra/access-policy.json'));
mkdirSync(join(folder, 'bin'));
writeProgram(join(folder, 'bin/azd'), '#!/bin/sh\necho "azd $*" >> azd-calls\n');

const outputs = {
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

async function runHook(name: string, more: Readonly<Record<string, string>> = {}) {
  const env = {
    ...process.env,
    ...outputs,
    ...{ ACCESS_POLICY: `table:${policyTable}`, CACHE_CONNECTION_STRING: stack.tables.connectionString },
    ...{ FRONTDESK_HOOK_ATTEMPTS: '3', FRONTDESK_HOOK_PAUSE_MS: '10', no_proxy: '*' },
    PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH']}`,
    ...more,
  };
  const { code, stdout, stderr } = await runProgram('sh', ['-c', hooks[name].posix.run], { cwd: folder, env });
  return { code, printed: stdout + stderr };
}

it('each hook is the same on Windows', () => {
  expect(Object.keys(hooks)).toEqual(['preprovision', 'postprovision', 'postdeploy']);
  for (const { posix, windows } of Object.values<Record<string, { run: string }>>(hooks))
    expect(windows?.run).toBe(posix?.run);
});

it('the sample’s policy is refused before anything is created, an app that never gets ready in the end', async () => {
  expect(await runHook('preprovision')).toEqual({ code: 1, printed: expect.stringContaining('placeholders') });
  const { code, printed } = await runHook('postdeploy', { FRONTDESK_URL: 'http://127.0.0.1:9' });
  expect({ code, printed }).toEqual({ code: 1, printed: expect.stringContaining('npm run doctor -- --app func-test') });
});

it('a policy is pushed once, the app is waited for, alerts are turned on, and what is left is printed', async () => {
  writeFileSync(join(folder, 'infra/access-policy.json'), JSON.stringify(accessPolicy));
  expect(await runHook('preprovision')).toEqual({ code: 0, printed: '' });
  expect((await runHook('postprovision')).printed).toContain('Version 1 of ');
  expect((await runHook('postprovision')).printed).toContain('The access policy in force is version 1');
  const { code, printed } = await runHook('postdeploy');
  expect(printed).toContain('Frontdesk serves');
  expect(printed).toContain('principalId=principal-1');
  expect(code).toBe(0);
  expect(readFileSync(join(folder, 'azd-calls'), 'utf8')).toBe(
    'azd env set FRONTDESK_WATCHED true\nazd provision --no-prompt\n',
  );
  expect((await runHook('postdeploy', { FRONTDESK_WATCHED: 'true' })).printed).toContain('Frontdesk serves');
  expect(readFileSync(join(folder, 'azd-calls'), 'utf8').split('\n')).toHaveLength(3);
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
  expect(text).toContain('accountName=contoso-docs');
  expect(text).toContain('az ad sp show --id client-9');
  const roles = new Set(accessPolicy.grants.flatMap((grant) => grant.roles));
  expect([...roles].filter((role) => !lines.includes(`assign ${role}`))).toEqual([]);
});

import { expect, it } from 'vitest';
import { parsePolicy } from '../../lib/policy/document.ts';
import { checkTemplates, compare, findType, listLiterals } from './bicep/check.ts';
import { ofType, parseBicep } from './bicep/parse.ts';
import { readTemplate } from './bicep/template.ts';
import { change, readInfra } from './files.ts';

const files = readInfra();
const templates = [...files].filter(([path]) => path.endsWith('.bicep'));
const literals = templates.flatMap(([, text]) => listLiterals(parseBicep(text)));

it('every template parses, and every name, parameter, output and file that it uses exists', () => {
  expect(templates.length).toBeGreaterThan(15);
  expect(checkTemplates(files)).toEqual([]);
});

it.each([
  ['an extra brace', 'infra/app/identity.bicep', '}\n', '}}\n', 'syntax error at'],
  [
    'an unterminated string',
    'infra/app/identity.bicep',
    "'Name of the identity.'",
    "'Name of the identity.",
    'syntax error at',
  ],
  ['a misspelt parameter', 'infra/app/vault.bicep', 'tags: tags', 'tags: tag', 'tag is not declared'],
  ['a misspelt resource', 'infra/app/roles.bicep', 'scope: vault', 'scope: valut', 'valut is not declared'],
  ['a misspelt function', 'infra/main.bicep', 'toLower(', 'toLowr(', 'toLowr is not declared'],
  [
    'a loop variable outside its loop',
    'infra/network/main.bicep',
    'name: name,',
    'name: target.service,',
    'target is not declared',
  ],
  ['an unused parameter', 'infra/app/storage.bicep', "'package'", "'package'\nparam more string", 'more is not used'],
  ['an unused variable', 'infra/app/storage.bicep', "'package'", "'package'\nvar more = 1", 'more is not used'],
  ['an unused import', 'infra/main.bicep', '{ networkOptions,', '{ networkOptions as other,', 'other is not used'],
  ['an import of an unknown name', 'infra/main.bicep', 'scaleOptions,', 'scalingOptions,', 'exports no scalingOptions'],
  [
    'a missing parameter',
    'infra/app/main.bicep',
    'vaultName: vault.outputs.name\n    settings',
    'settings',
    'lacks vaultName',
  ],
  ['an unknown parameter', 'infra/app/main.bicep', 'scale: scale\n', 'scale: scale\n    more: 1\n', 'knows no more'],
  ['a missing option', 'infra/main.bicep', '      tenants: tenants\n', '', 'contract lacks tenants'],
  [
    'an unknown option',
    'infra/app/function-app.bicep',
    'scale.httpConcurrency',
    'scale.concurrency',
    'scale has no concurrency',
  ],
  ['an unknown output', 'infra/main.bicep', 'frontdesk.outputs.url', 'frontdesk.outputs.uri', 'has no output uri'],
  ['a missing module', 'infra/main.bicep', "'app/entra.bicep'", "'app/entry.bicep'", 'there is no app/entry.bicep'],
  ['a missing file', 'infra/monitoring/alerts.bicep', "('alert-rules", "('rules", 'there is no rules.json'],
  [
    'a missing description',
    'infra/app/identity.bicep',
    "@description('Name of the identity.')\n",
    '',
    'name is not described',
  ],
])('finds %s', (_, path, from, to, fault) => {
  expect(checkTemplates(change(files, path, from, to)).join('\n')).toContain(fault);
});

it('no template is longer than 150 lines', () => {
  expect(templates.filter(([, text]) => text.split('\n').length > 151).map(([path]) => path)).toEqual([]);
});

it('main.parameters.json sets exactly the parameters of main.bicep', () => {
  const main = readTemplate(files.get('infra/main.bicep') ?? '');
  const all = new Map(templates.map(([path, text]) => [path, readTemplate(text)]));
  const given: Record<string, { value: unknown }> = JSON.parse(
    files.get('infra/main.parameters.json') ?? '',
  ).parameters;
  expect(compare('main', main.params, Object.keys(given))).toEqual([]);
  const objects = Object.entries(given).flatMap(([name, { value }]) => {
    const type = findType('infra/main.bicep', main.params.get(name)?.type ?? '', all);
    return type ? compare(name, type, Object.keys(value as object)) : [];
  });
  expect(objects).toEqual([]);
});

it('the identity gets only these roles', () => {
  const roleIds = literals.filter((text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text));
  expect(new Set(roleIds)).toEqual(
    new Set([
      'b7e6dc6d-f1e8-4753-8033-0f276bb0955b', // Storage Blob Data Owner, for the host's own blobs
      '0a9a7e1f-b9d0-4cc4-a60d-0319b160aaa3', // Storage Table Data Contributor, on the cache's table; the operator's on the policy's
      '76199698-9eea-4c19-bc75-cec21354c6b6', // Storage Table Data Reader, on the policy's table
      '3913510d-42f4-4e42-8a64-420c390055eb', // Monitoring Metrics Publisher
      '4633458b-17de-408a-b874-0445c86b69e6', // Key Vault Secrets User
      'b86a8fe4-44ce-4948-aee5-eccb2c155cd7', // Key Vault Secrets Officer: the operator's
      'a97b65f3-24c7-4388-baec-2e87135dc908', // Cognitive Services User, on one resource, optional
      '00000003-0000-0000-c000-000000000000', // Microsoft Graph
      '996def3d-b36c-4153-8607-a6fd3c01b89f', // Business Central
    ]),
  );
});

it('the custom role may assign identities only where streaming jobs use one', () => {
  const role = files.get('infra/access/management-role.bicep') ?? '';
  expect(role).toContain('param jobsUseAssignedIdentities bool = false');
  expect(role).toContain(
    'actions: concat(operationActions, namedActions, jobsUseAssignedIdentities ? assignActions : [])',
  );
  expect(role.match(/assign\/action/g)).toHaveLength(1);
  expect(role).toContain('param operations array = []');
});

it.each(['management-role', 'subscription-events'])('no action of the custom role in %s has a wildcard', (name) => {
  const actions = listLiterals(parseBicep(files.get(`infra/access/${name}.bicep`) ?? '')).filter(
    (text) => text.startsWith('Microsoft.') && !text.includes('@'),
  );
  expect(actions.length).toBeGreaterThan(0);
  expect(actions.filter((action) => !/^[\w.]+(\/\w+)+\/(read|write|delete|\w+\/action)$/.test(action))).toEqual([]);
});

it('shared keys, local authentication, publishing passwords and purging of secrets are disabled', () => {
  const text = (path: string) => files.get(`infra/${path}`);
  expect(text('app/storage.bicep')).toContain('allowSharedKeyAccess: false');
  expect(text('app/storage.bicep')).toContain('allowBlobPublicAccess: false');
  expect(text('app/vault.bicep')).toContain('enablePurgeProtection: true');
  expect(text('monitoring/store.bicep')).toContain('DisableLocalAuth: true');
  expect(text('app/function-app.bicep')?.match(/allow: false/g)?.length).toBe(2);
  expect(literals.filter((literal) => /listKeys|AccountKey|SharedAccess/i.test(literal))).toEqual([]);
  const calls = templates.flatMap(([, template]) => ofType(parseBicep(template), 'call_expression'));
  expect(calls.filter((call) => /^list\w*\(/.test(call.text))).toEqual([]);
});

it('the sample access policy is valid, and grants nothing until it is edited', () => {
  const { grants } = parsePolicy(files.get('infra/access-policy.json') ?? '');
  expect(grants.flatMap(({ resources }) => resources).filter((resource) => !resource.includes('replace-me'))).toEqual(
    [],
  );
});

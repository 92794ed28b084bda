/** What a deployment promises. Whether the templates compile is checked by `az bicep build` in CI. */
import { expect, it } from 'vitest';
import { parsePolicy } from '../../lib/policy/policy-source.ts';
import { readInfra } from './files.ts';

const files = readInfra();
const templates = [...files].filter(([path]) => path.endsWith('.bicep'));
const listLiterals = (text: string) => [...text.matchAll(/'([^'\n]*)'/g)].map(([, literal = '']) => literal);
const literals = templates.flatMap(([, text]) => listLiterals(text));

it('no template is longer than 250 lines', () => {
  expect(templates.filter(([, text]) => text.split('\n').length > 251).map(([path]) => path)).toEqual([]);
});

it('no nested resource is a loop, which Bicep refuses', () => {
  expect(templates.filter(([, text]) => /^ +resource \w+ '[^']+' = \[for /m.test(text)).map(([path]) => path)).toEqual(
    [],
  );
});

it('main.parameters.json sets only parameters of main.bicep, and each without a default', () => {
  const main = files.get('infra/main.bicep') ?? '';
  const declared = [...main.matchAll(/^param (\w+) (\S+)( =)?/gm)];
  const required = declared.flatMap(([, name, type, value]) => (value || type?.endsWith('?') ? [] : name));
  const given = Object.keys(JSON.parse(files.get('infra/main.parameters.json') ?? '').parameters);
  expect(required.length).toBeGreaterThan(4);
  expect(required.filter((name) => !given.includes(name as string))).toEqual([]);
  expect(given.filter((name) => !declared.some(([, each]) => each === name))).toEqual([]);
});

it('the identity gets only these roles', () => {
  const roleIds = literals.filter((text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text));
  expect(new Set(roleIds)).toEqual(
    new Set([
      'b7e6dc6d-f1e8-4753-8033-0f276bb0955b', // Storage Blob Data Owner, for the host's own blobs
      'ba92f5b4-2d11-453d-a403-e96b0029c9fe', // Storage Blob Data Contributor, the platform's, on the package
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
    'actions: concat(actions.resourceGroup, namedActions, jobsUseAssignedIdentities ? assignActions : [])',
  );
  expect(role.match(/assign\/action/g)).toHaveLength(1);
  expect(role).toContain('param operations array = []');
});

it('no action of the custom roles has a wildcard', () => {
  const text = files.get('infra/access/actions.json') ?? '';
  const actions = Array.from(text.matchAll(/"(Microsoft\.[^"]+)"/g), ([, action = '']) => action);
  expect(actions.length).toBeGreaterThan(6);
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
  expect(templates.filter(([, template]) => /(?<!\w)list\w*\(/.test(template)).map(([path]) => path)).toEqual([]);
});

it('private means private: nothing is reachable from outside, and everything has an endpoint inside', () => {
  const text = (path: string) => files.get(`infra/${path}`) ?? '';
  const closed = /publicNetworkAccess: (?:isPrivate|network\.access == 'private') \? 'Disabled' : 'Enabled'/;
  for (const path of ['app/storage.bicep', 'app/vault.bicep', 'app/function-app.bicep'])
    expect(text(path)).toMatch(closed);
  const targets = [...text('network/main.bicep').matchAll(/service: '(\w+)', id: (\w+)/g)];
  expect(targets.map(([, service, id]) => `${id} ${service}`)).toEqual([
    ...['storageAccountId blob', 'storageAccountId table', 'controlAccountId blob', 'controlAccountId table'],
    'vaultId vault',
  ]);
  const app = text('app/main.bicep');
  expect(app).toMatch(
    /module inbound '\.\.\/network\/private-endpoint\.bicep' = if \(isPrivate\)[\s\S]*?service: 'sites'/,
  );
  expect(app.match(/isPrivate: isPrivate/g)).toHaveLength(3);
});

it('the app waits for the workspace, its storage and its roles, and for nothing that only watches; rules wait for the functions that they call', () => {
  // A module waits for those whose outputs it reads, and for those in dependsOn.
  const readModule = (path: string, name: string) =>
    new RegExp(`^module ${name} [\\s\\S]*?^\\}`, 'm').exec(files.get(`infra/${path}`) ?? '')?.[0] ?? '';
  expect(readModule('main.bicep', 'frontdesk')).toContain('store.outputs.');
  expect(readModule('main.bicep', 'frontdesk')).not.toContain('monitoring');
  expect(readModule('main.bicep', 'monitoring')).toContain('frontdesk.outputs.');
  expect(readModule('app/main.bicep', 'functionApp')).toMatch(/dependsOn: \[roles\][\s\S]* storage\.outputs\./);
  expect(readModule('monitoring/main.bicep', 'alerts')).toContain('dependsOn: [functions]');
  const watching =
    /'Microsoft\.(?:Insights\/(?:scheduledQueryRules|\w+Alerts|webtests|actionGroups|workbooks|diagnosticSettings)|OperationalInsights\/workspaces\/savedSearches)@/;
  const places = templates.filter(([, text]) => watching.test(text)).map(([path]) => path);
  expect(places.length).toBeGreaterThan(4);
  expect(places.filter((path) => !/^infra\/monitoring\/(?!store)/.test(path))).toEqual([]);
});

it('no address of a service names a cloud: they are composed of the environment’s suffixes', () => {
  const hosts = literals.filter((literal) =>
    /\.(?:core\.windows|azure|microsoftonline|azurewebsites)\.\w/.test(literal),
  );
  expect(hosts).toEqual([]);
});

it('the sample access policy is valid, and grants nothing until it is edited', () => {
  const { grants } = parsePolicy(files.get('infra/access-policy.json') ?? '');
  expect(grants.flatMap(({ resources }) => resources).filter((resource) => !resource.includes('replace-me'))).toEqual(
    [],
  );
});

/** What the compiler does not say of the templates: test/templates has the rest. */
import { expect, it } from 'vitest';
import { parsePolicy } from '../../lib/policy/policy-source.ts';
import { readInfra } from './files.ts';

const files = readInfra();
const templates = [...files].filter(([path]) => path.endsWith('.bicep'));

it('no template is longer than 250 lines', () => {
  expect(templates.filter(([, text]) => text.split('\n').length > 251).map(([path]) => path)).toEqual([]);
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

it('the sample access policy is valid, and grants nothing until it is edited', () => {
  const { grants } = parsePolicy(files.get('infra/access-policy.json') ?? '');
  expect(grants.flatMap(({ resources }) => resources).filter((resource) => !resource.includes('replace-me'))).toEqual(
    [],
  );
});

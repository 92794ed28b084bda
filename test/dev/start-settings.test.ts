import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import * as z from 'zod';
import { apps } from '../../dev/personas.ts';
import {
  companies,
  frontdeskAudience,
  managedIdentity,
  resourceGroup,
  roles,
  subscriptions,
  tenants,
  upstreamAudiences,
} from '../../dev/seed.ts';
import { parseStartOptions } from '../../dev/start/options.ts';
import { createReport } from '../../dev/start/report.ts';
import { followPorts } from '../../dev/start/settings.ts';
import { readSettings } from '../../lib/settings/read-settings.ts';

const { Values: sample } = z
  .strictObject({ IsEncrypted: z.literal(false), Values: z.record(z.string(), z.string()) })
  .parse(readJson('local.settings.sample.json'));

const { grants } = z
  .strictObject({
    grants: z.array(
      z.strictObject({
        roles: z.array(z.enum(roles)),
        tenants: z.array(z.enum(tenants)).optional(),
        clients: z.array(z.enum(apps.map(({ clientId }) => clientId))).optional(),
        resources: z.array(z.string()),
      }),
    ),
  })
  .parse(readJson('dev/access-policy.json'));

it('has sample settings that match the local stack', () => {
  expect(sample).toMatchObject({
    FUNCTIONS_WORKER_RUNTIME: 'node',
    AUTH_ISSUER: 'http://127.0.0.1:7081/{tenantid}/v2.0',
    AUTH_AUDIENCE: frontdeskAudience,
    AUTH_TENANTS: Object.values(tenants).join(','),
    IDENTITY_ENDPOINT: 'http://127.0.0.1:7082/msi/token',
    MANAGED_IDENTITY_CLIENT_ID: managedIdentity.clientId,
    ARM_BASE_URL: 'http://127.0.0.1:7083/arm',
    ARM_SCOPE: `${upstreamAudiences.arm}/.default`,
    BACKUP_RESTORE_BASE_URL: 'http://127.0.0.1:7083/graph/v1.0',
    BACKUP_RESTORE_SCOPE: `${upstreamAudiences.graph}/.default`,
    DOCUMENT_MODELS_ENDPOINT: 'http://127.0.0.1:7083/docs',
    DOCUMENT_MODELS_SCOPE: `${upstreamAudiences.documents}/.default`,
    BUSINESS_DATA_BASE_URL: 'http://127.0.0.1:7083/business/v2.0',
    BUSINESS_DATA_SCOPE: `${upstreamAudiences.business}/.default`,
  });
});

it('has sample settings that Frontdesk accepts', () => {
  expect(readSettings(sample)).toMatchObject({ CLOUD_PROFILE: 'vendor', AUTH_TENANTS: Object.values(tenants) });
});

it.each(['contoso', 'fabrikam'] as const)('grants the callers of %s its own subscription and company only', (name) => {
  const granted = grants
    .filter((grant) => grant.tenants?.includes(tenants[name]))
    .flatMap(({ resources }) => resources);
  const shared = name === 'contoso' ? ['/documentModels', '/solutions/backupRestore'] : [];
  const own = [`/subscriptions/${subscriptions[name]}`, `/companies/${companies[name]}`];
  expect(granted.sort()).toEqual([...own, ...shared].sort());
});

it('grants every role somewhere, and one application a resource group of another tenant', () => {
  const grantedRoles = grants.filter((grant) => grant.tenants).flatMap((grant) => grant.roles);
  expect([...new Set(grantedRoles)].sort()).toEqual([...roles].sort());
  const forClients = grants.filter((grant) => grant.clients).map(({ resources }) => resources);
  expect(forClients).toEqual([[`/subscriptions/${subscriptions.contoso}/resourceGroups/${resourceGroup}`]]);
});

it('serves the routes without a prefix', () => {
  expect(readJson('host.json')).toMatchObject({ version: '2.0', extensions: { http: { routePrefix: '' } } });
});

it('changes only the settings that name a component on another port', () => {
  const settings = { A: 'http://127.0.0.1:7083/arm', B: 'http://127.0.0.1:7081/x', C: 'https://contoso.example:7083/' };
  expect(followPorts(settings, { upstream: 40000 })).toEqual({ A: 'http://127.0.0.1:40000/arm' });
});

it('follows two components that have swapped ports', () => {
  const settings = { A: 'http://127.0.0.1:7081', B: 'http://127.0.0.1:7082' };
  const moved = { A: 'http://127.0.0.1:7082', B: 'http://127.0.0.1:7081' };
  expect(followPorts(settings, { issuer: 7082, identity: 7081 })).toEqual(moved);
});

it('uses the usual ports, the environment’s, or --port’s', () => {
  const usual = {
    frontdesk: 7071,
    issuer: 7081,
    identity: 7082,
    upstream: 7083,
    tables: 10002,
    blobs: 10000,
    queues: 10001,
  };
  expect(parse([])?.ports).toEqual(usual);
  expect(parse([], { TABLES_PORT: '0' })?.ports).toEqual({ ...usual, tables: 0 });
  expect(parse(['--port', '80'], { FRONTDESK_PORT: '90' })?.ports.frontdesk).toBe(80);
});

it.each([
  [['--port', '70000'], {}, "--port must be a port from 0 to 65535, not '70000'."],
  [[], { ISSUER_PORT: 'x' }, "ISSUER_PORT must be a port from 0 to 65535, not 'x'."],
  [['--profile', 'azure'], {}, "--profile must be vendor or microsoft, not 'azure'."],
  [['--no-frontdesk', '--inspect', '1'], {}, '--inspect does not work with --no-frontdesk.'],
  [[], { FRONTDESK_HOST: 'docker' }, "FRONTDESK_HOST must be func or local, not 'docker'."],
])('rejects %s %o', (argv, env, message) => {
  expect(() => parse(argv, env)).toThrow(message);
});

it.each([
  [true, undefined, true],
  [true, '1', false],
  [false, undefined, false],
])('prints colours only to a terminal and without NO_COLOR (%s, %s)', (isTTY, noColor, isColoured) => {
  vi.stubEnv('NO_COLOR', noColor);
  let printed = '';
  const write = (text: unknown) => {
    printed += text;
    return true;
  };
  createReport({ isTTY, write }).ready('issuer', 12.3);
  expect(printed.includes('\u001b[')).toBe(isColoured);
  expect(printed).toContain('ready');
  vi.unstubAllEnvs();
});

function parse(argv: readonly string[], env: Record<string, string> = {}) {
  return parseStartOptions(argv, env, '.');
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningIssuer, startIssuer } from '../../dev/issuer.ts';
import { administrator, pipeline } from '../../dev/personas.ts';
import { roles, tenants } from '../../dev/seed.ts';
import { findPort } from '../../dev/start/ports.ts';
import { writeStackFile } from '../../dev/start/stack-file.ts';

let issuer: RunningIssuer;
let root: string;
let freePort: number;

beforeAll(async () => {
  issuer = await startIssuer({ port: 0 });
  freePort = await findPort(0);
  root = await mkdtemp(join(tmpdir(), 'token-'));
  const nowhere = { frontdesk: '', identity: '', upstream: '', tables: '' };
  await writeStackFile(root, { ...nowhere, pid: process.pid, profile: 'vendor', issuer: issuer.url });
});
afterAll(async () => {
  await issuer.close();
  await rm(root, { recursive: true });
});

it.concurrent('prints a delegated token with every role, signed with the issuer’s keys', async () => {
  const claims = await readToken();
  expect(claims).toMatchObject({ aud: 'api://frontdesk', tid: tenants.contoso, scp: 'user_impersonation', roles });
  expect(Number(claims.exp) - Number(claims.iat)).toBe(3600);
});

it.concurrent('has only the given roles', async () => {
  const claims = await readToken('--role', 'Items.Read', '--role', 'HealthEvents.Read');
  expect(claims['roles']).toEqual(['Items.Read', 'HealthEvents.Read']);
});

it.concurrent('is issued for another tenant by its name, with another subject and without the administrator’s name', async () => {
  const claims = await readToken('--tenant', 'fabrikam', '--subject', 'somebody');
  expect(claims).toMatchObject({ tid: tenants.fabrikam, oid: 'somebody', sub: 'somebody' });
  expect(claims.iss).toBe(`${issuer.url}/${tenants.fabrikam}/v2.0`);
  expect(JSON.stringify(claims)).not.toContain(administrator.username);
});

it.concurrent('is issued to an application', async () => {
  const known = await readToken('--app', pipeline.clientId);
  expect(known).toMatchObject({ idtyp: 'app', azp: pipeline.clientId, roles: pipeline.roles });
  expect(known).not.toHaveProperty('scp');
});

it.concurrent.each([[['--expires-in', '-60']], [['--expires-in=-60']]])('is expired with %s', async (args) => {
  await expect(readToken(...args)).rejects.toMatchObject({ code: 'ERR_JWT_EXPIRED' });
});

it.concurrent.each([
  [['--role', 'Items.Raed'], "Unknown role 'Items.Raed'. Roles: Authorizations.Write, "],
  [['--tenant', 'contosso'], "Unknown tenant 'contosso'. Tenants: contoso, fabrikam, or an id."],
  [['--persona', 'eve'], "Unknown persona 'eve'. Personas: ada, "],
  [['--expires-in', '1h'], "--expires-in must be a whole number of seconds, not '1h'."],
  [['--rol', 'x'], "Unknown option '--rol'"],
])('rejects %s with one line', async (args, message) => {
  const { code, stdout, stderr } = await run('--root', root, ...args);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^.+\n$/);
  expect(stderr).toContain(message);
});

it.concurrent('prints one line if no stack runs', async () => {
  const { code, stderr } = await run('--root', join(root, 'elsewhere'));
  expect(code).toBe(1);
  expect(stderr).toBe(
    `Cannot connect to the issuer at http://127.0.0.1:${freePort}. Start the local stack with npm start.\n`,
  );
});

async function readToken(...args: string[]): Promise<JWTPayload> {
  const { stdout, stderr } = await run('--root', root, ...args);
  expect(stderr).toBe('');
  const keys = createRemoteJWKSet(new URL(`${issuer.url}/common/discovery/v2.0/keys`));
  return (await jwtVerify(stdout.trim(), keys)).payload;
}

/** Without a stack file the command uses ISSUER_PORT, where nothing listens. */
function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { ...process.env, ISSUER_PORT: String(freePort) };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--import', 'tsx', 'dev/token.ts', ...args],
      { env },
      (_, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRemoteJWKSet, decodeJwt, type JWTPayload, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningIssuer, startIssuer } from '../../dev/issuer.ts';
import { administrator, pipeline } from '../../dev/personas.ts';
import { roles, tenants } from '../../dev/seed.ts';
import { findPort } from '../../dev/start/components.ts';
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

it.concurrent('has the given roles, tenant by its name and subject, and not the administrator’s name', async () => {
  const given = ['--role', 'Items.Read', '--role', 'Companies.Read', '--tenant', 'fabrikam', '--subject', 'somebody'];
  const claims = await readToken(...given);
  const iss = `${issuer.url}/${tenants.fabrikam}/v2.0`;
  const claimed = { tid: tenants.fabrikam, oid: 'somebody', sub: 'somebody', iss };
  expect(claims).toMatchObject({ ...claimed, roles: ['Items.Read', 'Companies.Read'] });
  expect(JSON.stringify(claims)).not.toContain(administrator.username);
});

it.concurrent('is issued to an application, and may have expired', async () => {
  const { stdout } = await run('--root', root, '--app', pipeline.clientId, '--expires-in', '-60');
  const claims = decodeJwt(stdout.trim());
  expect(claims).toMatchObject({ idtyp: 'app', azp: pipeline.clientId, roles: pipeline.roles });
  expect(claims).not.toHaveProperty('scp');
  expect(claims.exp).toBeLessThan(Date.now() / 1_000);
});

it.concurrent.each([
  [['--role', 'Items.Raed'], "Unknown role 'Items.Raed'. Roles: Authorizations.Write, "],
  [['--root', '/elsewhere'], 'Cannot connect to the issuer at http://127.0.0.1:PORT. Start the local stack with npm'],
])('rejects %s with one line', async (args, message) => {
  const { code, stdout, stderr } = await run('--root', root, ...args);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^.+\n$/);
  expect(stderr).toContain(message.replace('PORT', String(freePort)));
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
    const command = ['--import', 'tsx', 'dev/token.ts', ...args];
    const child = execFile(process.execPath, command, { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

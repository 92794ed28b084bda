/** `npm run stack -- …` and `npm run token`, run as a person would beside emulators that run. */
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startIssuer } from '../../dev/issuer.ts';
import { startManagedIdentity } from '../../dev/managed-identity.ts';
import { administrator, pipeline } from '../../dev/personas.ts';
import { tenants } from '../../dev/seed.ts';
import { findPort } from '../../dev/start/components.ts';
import { type StackFile, writeStackFile } from '../../dev/start/stack-file.ts';
import { startUpstream } from '../../dev/upstream/index.ts';
import { makeFolder } from '../support/folder.ts';
import { runProgram } from '../support/program.ts';
import { createControlClient } from '../testbed/control-client.ts';

const forget = vi.fn(async () => {});
const upstream = await startUpstream({ port: 0, forget });
const issuer = await startIssuer({ port: 0 });
const identity = await startManagedIdentity({ port: 0 });
const freePort = await findPort(0);
const root = makeFolder('stack-commands-');
const stack: StackFile = {
  ...{ pid: process.pid, profile: 'vendor', frontdesk: 'http://127.0.0.1:1', tables: '' },
  ...{ issuer: issuer.url, identity: identity.url, upstream: upstream.url },
};
await writeStackFile(root, stack);
afterAll(async () => {
  await Promise.all([upstream.close(), issuer.close(), identity.close()]);
});

const control = createControlClient(upstream.url);
beforeEach(async () => {
  await control.reset();
  forget.mockClear();
});

/** Runs a command of dev/ for the stack of `root`. Without a stack file it would look for the issuer where nothing listens. */
function runCommand(file: string, operands: readonly string[]) {
  const command = ['--import', 'tsx', `dev/${file}.ts`, '--root', root, ...operands];
  const env = { ...process.env, ISSUER_PORT: String(freePort) };
  return runProgram(process.execPath, command, { env });
}

/** Returns what the command prints: both streams. */
const run = async (...operands: string[]) => {
  const { stdout, stderr } = await runCommand('stack', operands);
  return stdout + stderr;
};
const listFaults = async () =>
  ((await (await fetch(`${upstream.url}/_control/faults`)).json()) as { readonly faults: unknown }).faults;

it('adds faults for the calls that options name, and removes them; a reset does that, too, and drops stored responses', async () => {
  const fail = ['fault', 'status', '503', '--header', 'retry-after: 7', '--api', 'business', '--path', 'items'];
  expect(await run(...fail, '--times', '2', '--processed')).toBe('');
  expect(await run('fault', 'delay', '2000', '--method', 'PUT', '--after', '1', '--for', '60')).toBe('');
  expect(await listFaults()).toEqual([
    {
      ...{ api: 'business', path: 'items', times: 2, after: 0 },
      fault: { kind: 'status', status: 503, headers: { 'retry-after': '7' }, processed: true },
    },
    {
      method: 'PUT',
      times: Number.MAX_SAFE_INTEGER,
      forMs: expect.any(Number),
      after: 1,
      fault: { kind: 'delay', ms: 2000 },
    },
  ]);
  await run('fault', 'clear');
  expect(await listFaults()).toEqual([]);
  await run('fault', 'hang', '--for', '0.001');
  await expect.poll(listFaults).toEqual([]);
  await run('fault', 'hang');
  expect(forget).not.toHaveBeenCalled();
  expect(await run('reset')).toBe('');
  expect([await listFaults(), forget.mock.calls.length]).toEqual([[], 1]);
  expect(await control.calls()).toEqual([]);
});

it('the commands of docs/test-your-frontend.md work', async () => {
  const page = readFileSync('docs/test-your-frontend.md', 'utf8');
  const commands = Array.from(page.matchAll(/`npx frontdesk-local ((?:fault|reset)[^`]*)`/g), ([, text = '']) => text);
  expect(commands.length).toBeGreaterThan(4);
  const operands = (text: string) => Array.from(text.matchAll(/'([^']*)'|\S+/g), ([word, quoted]) => quoted ?? word);
  const printed = await Promise.all(commands.map((text) => run(...operands(text))));
  expect(printed).toEqual(commands.map(() => ''));
});

it.concurrent.each([
  [['fault', 'status', 'x'], 'fault.status'],
  [['fault', 'nonsense'], 'fault.kind'],
  [['fault', 'hang', '--api', 'none'], 'api'],
  [['start'], "Unknown command 'start'. Commands: reset, fault, where, stop."],
  [['reset', '--root', tmpdir()], 'No local stack is running.'],
])('%j is refused with the reason', async (operands, reason) => {
  const { code, stderr } = await runCommand('stack', operands);
  expect([code, stderr]).toEqual([1, expect.stringContaining(reason)]);
});

it('prints the addresses', async () => {
  expect(JSON.parse(await run('where'))).toEqual(stack);
});

describe('a token', () => {
  async function readToken(...args: string[]) {
    const { stdout, stderr } = await runCommand('token', args);
    expect(stderr).toBe('');
    const keys = createRemoteJWKSet(new URL(`${issuer.url}/common/discovery/v2.0/keys`));
    return (await jwtVerify(stdout.trim(), keys)).payload;
  }

  it.concurrent('has the given roles, tenant by its name and subject, and not the administrator’s name', async () => {
    const given = ['--role', 'Items.Read', '--role', 'Companies.Read', '--tenant', 'fabrikam', '--subject', 'somebody'];
    const claims = await readToken(...given);
    const iss = `${issuer.url}/${tenants.fabrikam}/v2.0`;
    const claimed = { tid: tenants.fabrikam, oid: 'somebody', sub: 'somebody', iss };
    expect(claims).toMatchObject({ ...claimed, roles: ['Items.Read', 'Companies.Read'] });
    expect(JSON.stringify(claims)).not.toContain(administrator.username);
  });

  it.concurrent('is issued to an application, and may have expired', async () => {
    const { stdout } = await runCommand('token', ['--app', pipeline.clientId, '--expires-in', '-60']);
    const claims = decodeJwt(stdout.trim());
    expect(claims).toMatchObject({ idtyp: 'app', azp: pipeline.clientId, roles: pipeline.roles });
    expect(claims).not.toHaveProperty('scp');
    expect(claims.exp).toBeLessThan(Date.now() / 1_000);
  });

  it.concurrent.each([
    [['--role', 'Items.Raed'], "Unknown role 'Items.Raed'. Roles: Authorizations.Write, "],
    [['--root', '/elsewhere'], 'Cannot connect to the issuer at http://127.0.0.1:PORT. Start the local stack with npm'],
  ])('rejects %s with one line', async (args, message) => {
    const { code, stdout, stderr } = await runCommand('token', args);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^.+\n$/);
    expect(stderr).toContain(message.replace('PORT', String(freePort)));
  });
});

/** `npm run access -- explain <token> <method> <path>`: who may do what, and why not. Uses the app's own code. */
import { readFileSync } from 'node:fs';
import { decodeJwt } from 'jose';
import { operations } from '../functions/operations.ts';
import { type AccessDecision, explainAccess } from '../lib/auth/access-policy.ts';
import { createAuthenticate, readCaller } from '../lib/auth/authenticate.ts';
import type { Caller } from '../lib/auth/caller.ts';
import { SigningKeys } from '../lib/auth/jwks.ts';
import { type CompiledOperation, compileOperation } from '../lib/compile-operation.ts';
import { fillPath, matchPath } from '../lib/http/path.ts';
import { asProblem, describeCause } from '../lib/http/problem.ts';
import { loadPolicy } from '../lib/policy/policy-source.ts';
import { PROFILES } from '../lib/profiles.ts';
import { readSettings, SettingsError } from '../lib/settings/read-settings.ts';
import type { Settings } from '../lib/settings/schema.ts';
import { systemClock } from '../lib/time/clock.ts';

const USAGE = `Explains whether a caller may call an operation, and why.

  npm run access -- explain <token> <method> <path>

A token of - is read from standard input. Settings come from the environment, then from local.settings.json (or
local.settings.sample.json). For a token that cannot be verified, its claims are explained.
The exit code is 0 if the call is allowed.`;

process.exitCode = await run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<number> {
  const [verb, token = '', method = '', path = ''] = args;
  const isHelp = args.includes('--help') || args.includes('-h');
  if (isHelp || verb !== 'explain' || !path) {
    print(USAGE);
    return isHelp || args.length === 0 ? 0 : 1;
  }
  try {
    return (await explain(token === '-' ? readFileSync(0, 'utf8').trim() : token, method, path)) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

/** Returns true if the call would be allowed. */
async function explain(token: string, method: string, path: string): Promise<boolean> {
  const settings = readSettings({ ...readLocalValues(), ...process.env });
  const { caller, isValid } = await explainToken(token, settings);
  const found = findOperation(settings, method, path);
  if (!found) printRow('operation', `no operation for ${method} ${path}: 404`);
  if (!caller || !found) return decide(false, isValid ? '404' : '401');
  const { operation, params } = found;
  const resource = fillPath(operation.resource, params);
  printRow('operation', `${operation.name}, requires the role ${operation.access.role}`);
  printRow('resource', resource);
  const policy = loadPolicy(settings.ACCESS_POLICY, { clock: systemClock, alert: () => {} });
  const isGranted = printDecision(explainAccess(policy.current(), caller, operation.access.role, resource));
  return decide(isGranted && isValid, isValid ? '403' : '401');
}

async function explainToken(
  token: string,
  settings: Settings,
): Promise<{ caller: Caller | undefined; isValid: boolean }> {
  const keys = new SigningKeys({ issuer: settings.AUTH_ISSUER, jwksUri: settings.AUTH_JWKS_URI, clock: systemClock });
  const rules = { issuer: settings.AUTH_ISSUER, audience: settings.AUTH_AUDIENCE, tenants: settings.AUTH_TENANTS };
  try {
    const caller = await createAuthenticate(rules, keys, { now: systemClock.wallNow })(`Bearer ${token}`);
    printRow('token', 'valid');
    printCaller(caller);
    return { caller, isValid: true };
  } catch (error) {
    const problem = asProblem(error);
    printRow('token', `refused: ${problem.type} (${describeCause(problem.cause) ?? 'no reason given'})`);
    return { caller: readClaims(token), isValid: false };
  }
}

/** Reads the caller from the claims of an unverified token. */
function readClaims(token: string): Caller | undefined {
  try {
    const caller = readCaller(decodeJwt(token));
    printCaller(caller);
    return caller;
  } catch {
    return undefined;
  }
}

function printCaller({ tenant, subject, client, scopes, roles }: Caller): void {
  printRow('caller', `${subject} of tenant ${tenant}, client ${client ?? 'none'}`);
  printRow('scopes', scopes ? scopes.join(' ') || 'none' : 'none needed (application token)');
  printRow('roles', roles.join(' ') || 'none');
}

/** Returns true if the policy allows the call. */
function printDecision({ missing, grants }: AccessDecision): boolean {
  if (missing) printRow('missing', missing === 'scope' ? 'the scope user_impersonation' : 'the role, in the token');
  for (const [index, grant] of grants.entries()) {
    const result = grant.covers ? `matches by ${grant.covers.join(', ')}` : `no match: ${grant.refusedBy}`;
    printRow(`grant ${index + 1}`, result);
  }
  return !missing && grants.some(({ covers }) => covers);
}

function findOperation(
  settings: Settings,
  method: string,
  path: string,
): { operation: CompiledOperation; params: Record<string, string> } | undefined {
  const [pathname = ''] = path.split('?');
  for (const definition of operations) {
    const operation = compileOperation(definition, PROFILES[settings.CLOUD_PROFILE]);
    const params = operation.method === method.toUpperCase() ? matchPath(operation.route, pathname) : undefined;
    if (params) return { operation, params };
  }
  return undefined;
}

function readLocalValues(): Record<string, string> {
  for (const file of ['local.settings.json', 'local.settings.sample.json']) {
    try {
      return JSON.parse(readFileSync(file, 'utf8')).Values;
    } catch {}
  }
  return {};
}

function decide(isAllowed: boolean, status: string): boolean {
  printRow('decision', isAllowed ? 'allowed' : `refused with ${status}`);
  return isAllowed;
}

function printRow(label: string, text: string): void {
  print(`${label.padEnd(10)} ${text}`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

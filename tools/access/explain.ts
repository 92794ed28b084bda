/** `npm run access -- explain`: whether a caller may call an operation, and why not. Uses the app's own code. */
import { readFileSync } from 'node:fs';
import { decodeJwt } from 'jose';
import { operations } from '../../functions/operations.ts';
import { type AccessPolicy, findMissing } from '../../lib/auth/access-policy.ts';
import { createAuthenticate } from '../../lib/auth/authenticate.ts';
import { type Caller, readCaller } from '../../lib/auth/caller.ts';
import { GrantIndex, type Requested } from '../../lib/auth/grant-index.ts';
import { SigningKeys } from '../../lib/auth/jwks.ts';
import { type CompiledOperation, compileOperation } from '../../lib/compile-operation.ts';
import { createPathMatcher, fillPath } from '../../lib/http/path.ts';
import { asProblem, describeCause } from '../../lib/http/problem.ts';
import { parsePolicy, readPolicyText, readTable } from '../../lib/policy/policy-source.ts';
import { PROFILES } from '../../lib/profiles.ts';
import { readSettings } from '../../lib/settings/read-settings.ts';
import type { Settings } from '../../lib/settings/schema.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { readValues } from '../local-settings.ts';
import { CliError, printLine } from './cli.ts';
import { connect } from './connect.ts';

/** Returns true if the call would be allowed. */
export async function explain([given = '', method = '', path = '']: readonly string[]): Promise<boolean> {
  if (!path) throw new CliError('explain needs a token, a method and a path.', 2);
  const token = given === '-' ? readFileSync(0, 'utf8').trim() : given;
  const settings = readSettings(await readValues());
  const { caller, isValid } = await explainToken(token, settings);
  const found = findOperation(settings, method, path);
  if (!found) printRow('operation', `no operation for ${method} ${path}: 404`);
  if (!caller || !found) return decide(false, isValid ? '404' : '401');
  const { operation, params } = found;
  const resource = fillPath(operation.resource, params);
  printRow('operation', `${operation.name}, requires the role ${operation.access.role}`);
  printRow('resource', resource);
  const policy = await readPolicy(settings.ACCESS_POLICY);
  const { role, each } = operation.access;
  const isGranted = printDecision(policy, caller, role, each ? { anyBelow: resource } : resource);
  return decide(isGranted && isValid, isValid ? '403' : '401');
}

async function readPolicy(setting: string): Promise<AccessPolicy> {
  if (readTable(setting) === undefined) return parsePolicy(readPolicyText(setting));
  const { store } = await connect({});
  return parsePolicy((await store.readInForce()).text);
}

async function explainToken(
  token: string,
  settings: Settings,
): Promise<{ caller: Caller | undefined; isValid: boolean }> {
  const keys = new SigningKeys({ issuer: settings.AUTH_ISSUER, jwksUri: settings.AUTH_JWKS_URI, clock: systemClock });
  const rules = { issuer: settings.AUTH_ISSUER, audience: settings.AUTH_AUDIENCE, tenants: settings.AUTH_TENANTS };
  try {
    const caller = await createAuthenticate(rules, keys, systemClock)(`Bearer ${token}`);
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
function printDecision({ grants }: AccessPolicy, caller: Caller, role: string, requested: Requested): boolean {
  const missing = findMissing(caller, role);
  if (missing) printRow('missing', missing === 'scope' ? 'the scope user_impersonation' : 'the role, in the token');
  const matches = grants.map((grant, index) => {
    const covering = grant.resources.filter(
      (resource) => decideBy({ ...grant, resources: [resource] }, caller, role, requested).covers,
    );
    const { refusedBy } = decideBy(grant, caller, role, requested);
    printRow(`grant ${index + 1}`, refusedBy ? `no match: ${refusedBy}s` : `matches by ${covering.join(', ')}`);
    return refusedBy === undefined;
  });
  return !missing && matches.includes(true);
}

/** Returns what a policy of one grant would decide. */
function decideBy(grant: AccessPolicy['grants'][number], caller: Caller, role: string, requested: Requested) {
  return new GrantIndex([grant]).decide(caller, role, requested);
}

function findOperation(
  settings: Settings,
  method: string,
  path: string,
): { operation: CompiledOperation; params: Record<string, string> } | undefined {
  const [pathname = ''] = path.split('?');
  for (const definition of operations) {
    const operation = compileOperation(definition, PROFILES[settings.CLOUD_PROFILE]);
    const params = operation.method === method.toUpperCase() ? createPathMatcher(operation.route)(pathname) : undefined;
    if (params) return { operation, params };
  }
  return undefined;
}

function decide(isAllowed: boolean, status: string): boolean {
  printRow('decision', isAllowed ? 'allowed' : `refused with ${status}`);
  return isAllowed;
}

function printRow(label: string, text: string): void {
  printLine(`${label.padEnd(10)} ${text}`);
}

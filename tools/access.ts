/** `npm run access -- explain <token> <method> <path>`: who may do what, and why not. Decides by the same code as the app. */
import { readFileSync } from 'node:fs';
import { decodeJwt } from 'jose';
import { operations } from '../functions/operations.ts';
import { type AccessDecision, explainAccess, loadPolicy } from '../lib/auth/access-policy.ts';
import { createAuthenticate, readCaller } from '../lib/auth/authenticate.ts';
import type { Caller } from '../lib/auth/caller.ts';
import { SigningKeys } from '../lib/auth/jwks.ts';
import { type CompiledOperation, compileOperation } from '../lib/compile-operation.ts';
import { fillPath, matchPath } from '../lib/http/path.ts';
import { asProblem, describeCause } from '../lib/http/problem.ts';

import { PROFILES } from '../lib/profiles.ts';
import { readSettings } from '../lib/settings/read-settings.ts';
import type { Settings } from '../lib/settings/schema.ts';
import { systemClock } from '../lib/time/clock.ts';

const usage = `Says whether a caller may do something, and why.

  npm run access -- explain <token> <method> <path>

The token is read from standard input where it is given as -. Settings come from the environment, then from local.settings.json
(or the sample beside it). A token that cannot be verified is explained by what it claims.`;

const [verb, token = '', method = '', path = ''] = process.argv.slice(2);
if (verb === 'explain' && path)
  process.exitCode = (await explain(token === '-' ? readFileSync(0, 'utf8').trim() : token, method, path)) ? 0 : 1;
else print(usage);

/** Answers whether the call would be allowed. */
async function explain(token: string, method: string, path: string): Promise<boolean> {
  const settings = readSettings({ ...readLocalValues(), ...process.env });
  const { caller, isValid } = await explainToken(token, settings);
  const found = findOperation(settings, method, path);
  if (!found) say('operation', `no operation answers ${method} ${path}: 404`);
  if (!caller || !found) return decide(false, isValid ? '404' : '401');
  const { operation, params } = found;
  const resource = fillPath(operation.access.resource ?? operation.path, params);
  say('operation', `${operation.name}, which asks for the role ${operation.access.role}`);
  say('acts on', resource);
  const policy = loadPolicy(settings.ACCESS_POLICY, systemClock, () => {});
  const judgement = explainAccess(policy(), caller, operation.access.role, resource);
  const isGranted = explainJudgement(judgement);
  return decide(isGranted && isValid, isValid ? '403' : '401');
}

async function explainToken(
  token: string,
  settings: Settings,
): Promise<{ caller: Caller | undefined; isValid: boolean }> {
  const clock = systemClock;
  const keySet = new SigningKeys({ issuer: settings.AUTH_ISSUER, jwksUri: settings.AUTH_JWKS_URI, clock });
  const rules = { issuer: settings.AUTH_ISSUER, audience: settings.AUTH_AUDIENCE, tenants: settings.AUTH_TENANTS };
  try {
    const caller = await createAuthenticate(rules, keySet, clock)(`Bearer ${token}`);
    say('token', 'valid');
    sayCaller(caller);
    return { caller, isValid: true };
  } catch (error) {
    const problem = asProblem(error);
    say('token', `refused: ${problem.type} (${describeCause(problem.cause) ?? 'no reason given'})`);
    return { caller: readClaims(token), isValid: false };
  }
}

/** What an unverified token says of itself. */
function readClaims(token: string): Caller | undefined {
  try {
    const caller = readCaller(decodeJwt(token));
    sayCaller(caller);
    return caller;
  } catch {
    return undefined;
  }
}

function sayCaller({ tenant, subject, client, scopes, roles }: Caller): void {
  say('caller', `${subject} of tenant ${tenant}, by way of ${client ?? 'no client'}`);
  say('scopes', scopes ? scopes.join(' ') || 'none' : "an application's own token: none needed");
  say('roles', roles.join(' ') || 'none');
}

function explainJudgement({ missing, grants }: AccessDecision): boolean {
  if (missing) say('missing', missing === 'scope' ? 'the scope user_impersonation' : 'the role, in the token');
  grants.forEach((grant, index) => {
    say(
      `grant ${index + 1}`,
      grant.covers ? `covers it by ${grant.covers.join(', ')}` : `no: its ${grant.refusedBy} do not name it`,
    );
  });
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

function decide(isAllowed: boolean, refusal: string): boolean {
  say('decision', isAllowed ? 'allowed' : `refused with ${refusal}`);
  return isAllowed;
}

function say(what: string, text: string): void {
  print(`${what.padEnd(10)} ${text}`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

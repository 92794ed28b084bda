/** `npm run -s token`: prints an access token of the local issuer. */
import { join } from 'node:path';
import { parseCommandLine, runCommand } from './command-line.ts';
import { type Claims, toAppClaims, toPersonClaims } from './issuer/claims.ts';
import { administrator, apps, people, portalClientId } from './personas.ts';
import { frontdeskAudience, roles, tenants } from './seed.ts';
import { components } from './start/components.ts';
import { readStackFile, trustAuthority } from './start/stack-file.ts';

const command = process.env['FRONTDESK_COMMAND'];

const usage = `Prints an access token issued by the running local stack.

  ${command ? `${command} token` : 'npm run -s token --'} [options]

  --persona ID     sample user: ${people.map(({ id }) => id).join(', ')} (default: ${administrator.id})
  --app CLIENT_ID  a token of an application instead of a user
  --role ROLE      repeatable (default: the roles of the user or application)
  --tenant TENANT  ${Object.keys(tenants).join(', ')} or a tenant id
  --subject ID     object id of the user or application
  --audience AUD   aud claim (default: ${frontdeskAudience})
  --expires-in S   seconds from now (default: 3600, at most 108000); a negative number gives an expired token
${command ? '' : '  --root DIR       folder of the function app whose stack runs (default: this one)\n'}  --help           prints this text

Roles: ${roles.join(', ')}`;

const rolesByName = Object.fromEntries(roles.map((name) => [name, name]));
const timeoutMs = 5_000;
/** Frontdesk refuses a token that lives longer. */
const maxSeconds = 30 * 3_600;

const { values: options } = parseCommandLine(usage, {
  role: { type: 'string', multiple: true },
  tenant: { type: 'string' },
  subject: { type: 'string' },
  persona: { type: 'string', default: administrator.id },
  app: { type: 'string' },
  'expires-in': { type: 'string', default: '3600' },
  audience: { type: 'string' },
  root: { type: 'string', default: join(import.meta.dirname, '..') },
});

type Options = typeof options;

await runCommand(async () => {
  process.stdout.write(`${await fetchToken(await findIssuer(options.root), toClaims(options))}\n`);
});

/** Returns the claims of the user or application, changed by the options; null removes a claim. */
function toClaims(options: Options): Claims {
  const { role, tenant, subject, audience } = options;
  const isOther = tenant !== undefined || subject !== undefined;
  return {
    ...toSubjectClaims(options),
    ...(isOther && { name: null, preferred_username: null }),
    ...(role && { roles: role.map((name) => choose('role', name, rolesByName)) }),
    ...(tenant && { tid: parseTenant(tenant) }),
    ...(subject && { oid: subject, sub: subject }),
    ...(audience && { aud: audience }),
    exp: Math.floor(Date.now() / 1000) + parseSeconds(options['expires-in']),
  };
}

function toSubjectClaims({ app, persona }: Options): Claims {
  if (app === undefined) {
    const persons = Object.fromEntries(people.map((person) => [person.id, person]));
    return toPersonClaims(choose('persona', persona, persons), portalClientId);
  }
  // An unknown application has every role at Contoso.
  const unknown = { name: app, clientId: app, clientSecret: '', objectId: app, tenantId: tenants.contoso, roles };
  return toAppClaims(apps.find(({ clientId }) => clientId === app) ?? unknown);
}

function parseTenant(text: string): string {
  return /^[\da-f-]{36}$/i.test(text) ? text : choose('tenant', text, tenants);
}

function parseSeconds(text: string): number {
  if (/^-?\d+$/.test(text) && Number(text) <= maxSeconds) return Number(text);
  throw new Error(`--expires-in must be a whole number of seconds, at most ${maxSeconds}, not '${text}'.`);
}

function choose<T>(kind: string, name: string, choices: Readonly<Record<string, T>>): T {
  if (Object.hasOwn(choices, name)) return choices[name] as T;
  const names = Object.keys(choices).join(', ');
  throw new Error(`Unknown ${kind} '${name}'. ${kind[0]?.toUpperCase()}${kind.slice(1)}s: ${names}.`);
}

/** Returns the issuer of the running stack, or the one at the usual port. */
async function findIssuer(root: string): Promise<string> {
  const stack = await readStackFile(root);
  trustAuthority(stack);
  return stack?.issuer ?? `http://127.0.0.1:${process.env[components.issuer.variable] ?? components.issuer.port}`;
}

async function fetchToken(issuer: string, claims: Claims): Promise<string> {
  const request = { method: 'POST', body: JSON.stringify(claims), signal: AbortSignal.timeout(timeoutMs) };
  const response = await fetch(`${issuer}/_control/token`, request).catch((cause: unknown) => {
    throw new Error(
      `Cannot connect to the issuer at ${issuer}. Start the local stack with ${command ?? 'npm start'}.`,
      { cause },
    );
  });
  if (!response.ok)
    throw new Error(`${issuer} returned ${response.status}: it is not the issuer of the local stack. Check the port.`);
  const { access_token: token } = (await response.json()) as { access_token: string };
  return token;
}

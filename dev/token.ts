/** `npm run -s token`: prints a bearer token of the local issuer. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Claims, toAppClaims, toPersonClaims } from './issuer/claims.ts';
import { type App, administrator, apps, type Person, people, portalClientId, type Role } from './personas.ts';
import { roles, tenants } from './seed.ts';
import { components } from './start/components.ts';
import { readStackFile } from './start/stack-file.ts';

const usage = `Prints an access token for Frontdesk, issued by the local stack that runs.

  npm run -s token -- [options]

  --role R         repeatable; without it every role, or those of the persona or application
  --tenant T       ${Object.keys(tenants).join(', ')} or an id
  --subject ID     object id of the person or application
  --persona ID     ${people.map(({ id }) => id).join(', ')}
  --app CLIENT_ID  an application's own token instead of a person's
  --expires-in S   seconds from now, 3600 without it; below 0 it has expired
  --audience A     instead of Frontdesk
  --root DIR       the function app whose stack runs, instead of this repository
  --help

Roles: ${roles.join(', ')}`;

const timeoutMs = 5_000;

try {
  const options = parseOptions(process.argv.slice(2));
  process.stdout.write(
    `${options.help ? usage : await fetchToken(await findIssuer(options.root), toClaims(options))}\n`,
  );
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

type Options = ReturnType<typeof parseOptions>;

function parseOptions(argv: readonly string[]) {
  return parseArgs({
    args: joinNegativeNumber(argv),
    options: {
      role: { type: 'string', multiple: true },
      tenant: { type: 'string' },
      subject: { type: 'string' },
      persona: { type: 'string' },
      app: { type: 'string' },
      'expires-in': { type: 'string', default: '3600' },
      audience: { type: 'string' },
      root: { type: 'string', default: join(import.meta.dirname, '..') },
      help: { type: 'boolean', default: false },
    },
  }).values;
}

/** parseArgs takes `--expires-in -60` for two options; it wants `--expires-in=-60`. */
function joinNegativeNumber(argv: readonly string[]): string[] {
  const index = argv.indexOf('--expires-in');
  const value = argv[index + 1];
  if (index === -1 || !value?.startsWith('-')) return [...argv];
  return argv.toSpliced(index, 2, `--expires-in=${value}`);
}

/** The named holder's claims with what the options change; null leaves a claim out. */
function toClaims(options: Options): Claims {
  const { role, tenant, subject, audience } = options;
  const isRenamed = tenant !== undefined || subject !== undefined;
  return {
    ...toHolderClaims(options),
    ...(isRenamed && { name: null, preferred_username: null }),
    ...(role && { roles: role.map(parseRole) }),
    ...(tenant && { tid: parseTenant(tenant) }),
    ...(subject && { oid: subject, sub: subject }),
    ...(audience && { aud: audience }),
    exp: Math.floor(Date.now() / 1000) + parseSeconds(options['expires-in']),
  };
}

function toHolderClaims({ app, persona }: Options): Claims {
  if (app !== undefined) return toAppClaims(findApp(app));
  return toPersonClaims(persona === undefined ? administrator : findPerson(persona), portalClientId);
}

function findPerson(id: string): Person {
  return (
    people.find((person) => person.id === id) ??
    refuse(
      '--persona',
      id,
      people.map((person) => person.id),
    )
  );
}

/** An application that nobody seeded holds every role at Contoso. */
function findApp(clientId: string): App {
  const unknown = { name: clientId, clientId, clientSecret: '', objectId: clientId };
  return apps.find((app) => app.clientId === clientId) ?? { ...unknown, tenantId: tenants.contoso, roles };
}

function parseRole(text: string): Role {
  return roles.find((role) => role === text) ?? refuse('--role', text, roles);
}

function parseTenant(text: string): string {
  const named = Object.entries(tenants).find(([name]) => name === text)?.[1];
  if (named !== undefined) return named;
  return /^[\da-f-]{36}$/i.test(text) ? text : refuse('--tenant', text, [...Object.keys(tenants), 'an id']);
}

function parseSeconds(text: string): number {
  return /^-?\d+$/.test(text) ? Number(text) : refuse('--expires-in', text, ['a whole number of seconds']);
}

function refuse(option: string, text: string, choices: readonly string[]): never {
  throw new Error(`${option} is not '${text}' but ${choices.length > 1 ? 'one of ' : ''}${choices.join(', ')}.`);
}

/** The issuer of the stack that runs, or the one at the usual port. */
async function findIssuer(root: string): Promise<string> {
  const stack = await readStackFile(root);
  return stack?.issuer ?? `http://127.0.0.1:${process.env[components.issuer.variable] ?? components.issuer.port}`;
}

async function fetchToken(issuer: string, claims: Claims): Promise<string> {
  const request = { method: 'POST', body: JSON.stringify(claims), signal: AbortSignal.timeout(timeoutMs) };
  const response = await fetch(`${issuer}/_control/token`, request).catch((cause: unknown) => {
    throw new Error(`No issuer answers at ${issuer}: start the stack with npm start.`, { cause });
  });
  if (!response.ok) throw new Error(`${issuer} answered ${response.status}: it is not the local stack's issuer.`);
  const { access_token: token } = (await response.json()) as { access_token: string };
  return token;
}

/** An operation is its definition and its entry in functions/operations.ts. These files name it too; one failure lists all that do not. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { administrator } from '../../dev/personas.ts';
import { operations } from '../../functions/operations.ts';
import { ROLES } from '../../lib/auth/access-policy.ts';
import { BATCH_TIMEOUT_MS, createBatches } from '../../lib/batch.ts';
import { createPolls } from '../../lib/polls.ts';
import { PROFILES } from '../../lib/profiles.ts';
import type { Services } from '../../lib/services.ts';
import { VIEWS } from '../../pages/console/operations.ts';

type Operation = (typeof operations)[number];

interface Place {
  readonly file: string;
  /** Entries that the file has, in the form of `entry`. */
  readonly entries: readonly string[];
  /** The entry that an operation needs; undefined if it needs none here. */
  readonly entry: (operation: Operation) => string | undefined;
  /** The line to add. */
  readonly line: (operation: Operation) => string;
  /** May have other entries, too. */
  readonly isOpen?: true;
  /** Names only some operations, as an example. */
  readonly isSample?: true;
}

const read = (file: string) => readFileSync(file, 'utf8');
const matches = (file: string, pattern: RegExp) => [...read(file).matchAll(pattern)].map((match) => match[1] ?? '');
const readGrants = (file: string): string[] =>
  JSON.parse(read(file)).grants.flatMap(({ roles }: { roles: string[] }) => roles);
const toRole = ({ access }: Operation) => access.role;

const queried = matches('infra/monitoring/records.kql', /^ {4}('\w+', '\w+', \d+),?$/gm);
/** Polls and batches have records like an operation's. */
const others = [
  createPolls(operations, {} as Services),
  ...createBatches([], { profile: PROFILES.microsoft } as Services),
  { name: 'batchPart', upstream: 'none', timeoutMs: BATCH_TIMEOUT_MS },
].map(toDatatableRow);

const places: readonly Place[] = [
  {
    file: 'lib/auth/access-policy.ts',
    entries: [...ROLES],
    entry: toRole,
    line: ({ access }) => `'${access.role}',`,
  },
  {
    file: 'infra/app/entra.bicep',
    entries: matches('infra/app/entra.bicep', /\{ value: '(\w+\.\w+)', description: '.+' \}/g),
    entry: toRole,
    line: ({ access, summary }) => `{ value: '${access.role}', description: '${summary}.' }`,
  },
  {
    file: 'infra/access/management-role.bicep',
    // Events are read at the scope of a subscription.
    entries: ['management-role', 'subscription-events'].flatMap((name) =>
      matches(`infra/access/${name}.bicep`, /^ +(?:\w+: )?'(Microsoft\.[\w.]+(?:\/\w+)+)'$/gm),
    ),
    entry: toAction,
    line: (operation) => `'${toAction(operation)}'`,
  },
  {
    file: 'infra/monitoring/records.kql',
    entries: queried.filter((row) => !others.includes(row)),
    entry: toDatatableRow,
    line: (operation) => `    ${toDatatableRow(operation)},`,
  },
  {
    file: 'host.json',
    entries: matches('host.json', /^ +"(Function\.\w+\.User)"/gm),
    entry: ({ name }) => `Function.${name}.User`,
    line: ({ name }) => `"Function.${name}.User": "Information",`,
    // Polls, the warm-up and the sweep; test/infra/host-log.test.ts has the whole list.
    isOpen: true,
  },
  {
    file: 'infra/access-policy.json',
    entries: readGrants('infra/access-policy.json'),
    entry: toRole,
    line: () => '',
    isSample: true,
  },
  {
    file: 'dev/access-policy.json',
    entries: readGrants('dev/access-policy.json'),
    entry: toRole,
    line: ({ access }) => `{ "roles": ["${access.role}"], "tenants": [contoso], "resources": [...] }`,
  },
  {
    file: "dev/seed.ts, roles (held by dev/personas.ts' administrator)",
    entries: administrator.roles,
    entry: toRole,
    line: ({ access }) => `'${access.role}',`,
  },
  {
    file: 'docs/frontdesk.http',
    entries: matches('docs/frontdesk.http', /^# @name (\w+)$/gm),
    entry: ({ name }) => name,
    line: ({ name, method, path }) =>
      `# @name ${name} / ${method} {{frontdesk}}${path} / Authorization: Bearer {{token}}`,
    // The token request and the health probes.
    isOpen: true,
  },
  {
    file: 'README.md, Operations',
    entries: matches('README.md', /^\|.*\| (`[A-Z]+ .*` \| `\w+\.\w+`) \|$/gm).map((row) =>
      row.replace(/^`(\w+) .*\| `(.*)`$/, '$1 $2'),
    ),
    entry: ({ method, access }) => `${method} ${access.role}`,
    line: ({ summary, method, path, access }) => `| ${summary} | \`${method} ${path}\` | \`${access.role}\` |`,
  },
  {
    file: 'pages/console/operations.ts',
    entries: [...new Set(VIEWS.flatMap((view) => [...view.operations]))],
    entry: ({ name }) => name,
    line: ({ name, summary }) => `{ id: '…', title: '…', summary: '${summary}.', operations: ['${name}'] },`,
  },
];

it('every place that names operations names all of them, and no other', () => {
  expect(listDifferences(operations)).toEqual([]);
});

it('the queries know the upstream and the deadline of polls and batches too', () => {
  expect(queried).toEqual(expect.arrayContaining(others));
});

function listDifferences(known: readonly Operation[]): string[] {
  return places.flatMap(({ file, entries, entry, line, isOpen, isSample }) => {
    const needed = known.map(entry).filter((name) => name !== undefined);
    const missing = known.filter((operation) => ![undefined, ...entries].includes(entry(operation)));
    const unknown = entries.filter((name) => !needed.includes(name));
    return [
      ...new Set(isSample ? [] : missing.map((operation) => `${file}: add ${line(operation)}`)),
      ...new Set(isOpen ? [] : unknown.map((name) => `${file}: remove ${name}`)),
    ];
  });
}

function toDatatableRow({ name, upstream, timeoutMs }: { name: string; upstream: string; timeoutMs: number }): string {
  return `'${name}', '${upstream}', ${timeoutMs}`;
}

/** Returns the management API's action: the resource type after the last provider, and a verb. */
function toAction({ upstream, method, path }: Operation): string | undefined {
  if (upstream !== 'arm') return undefined;
  const [namespace = '', ...segments] = (path.split('/providers/').at(-1) ?? '').split('/');
  const types = segments.filter((segment) => !segment.startsWith('{'));
  const verb = { GET: 'read', DELETE: 'delete', POST: 'action' }[method as string] ?? 'write';
  return [namespace.replace('Vendor.', 'Microsoft.'), ...types, verb].join('/');
}

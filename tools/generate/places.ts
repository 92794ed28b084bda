/** The files that follow from the definitions only: `npm run generate` writes them, test/contract/operation-places.test.ts compares them. */
import { readFileSync } from 'node:fs';
import { listAnonymous, listRoutes, UNKNOWN_ROUTES } from '../../lib/azure/list-functions.ts';
import { BATCH_TIMEOUT_MS, createBatches } from '../../lib/batch.ts';
import { createPolls } from '../../lib/long-running.ts';
import type { Operation } from '../../lib/operation.ts';
import { PROFILES } from '../../lib/profiles.ts';
import type { Services } from '../../lib/services.ts';
import { readSettings } from '../../lib/settings/read-settings.ts';
import { composeAccessPolicy } from './access-policy.ts';
import { composeActions } from './actions.ts';
import { format } from './format.ts';
import { composeHttpFile } from './http-file.ts';
import { composeReadme } from './readme.ts';
import { composeLocalSettings, composeSettingsTemplate } from './settings.ts';
import { composeSettingsReference, REFERENCE_FILE } from './settings-reference.ts';

type Operations = readonly Operation[];

/** A file, and its text for a list of operations; `text` is the present one. */
interface Place {
  readonly file: string;
  readonly compose: (operations: Operations, text: string) => string;
}

export const PLACES: readonly Place[] = [
  { file: 'lib/auth/roles.ts', compose: composeRoles },
  { file: 'host.json', compose: (operations, text) => toJson(composeHost(operations, JSON.parse(text))) },
  { file: 'infra/app/roles.json', compose: (operations) => toJson(describeRoles(operations)) },
  { file: 'infra/access/actions.json', compose: (operations) => toJson(composeActions(operations)) },
  { file: 'infra/monitoring/functions/FrontdeskOperations.kql', compose: composeDatatable },
  {
    file: 'dev/access-policy.json',
    compose: (operations, text) => toJson(composeAccessPolicy(operations, JSON.parse(text))),
  },
  { file: 'docs/frontdesk.http', compose: composeHttpFile },
  { file: 'README.md', compose: composeReadme },
  { file: 'infra/app/settings.bicep', compose: (_, text) => composeSettingsTemplate(text) },
  { file: 'local.settings.sample.json', compose: (_, text) => composeLocalSettings(text) },
  { file: REFERENCE_FILE, compose: composeSettingsReference },
];

/** Returns the texts that the files must have. */
export function composePlaces(operations: Operations): ReadonlyMap<string, string> {
  return new Map(
    PLACES.map(({ file, compose }) => {
      const text = compose(operations, readFileSync(file, 'utf8'));
      return [file, /\.(?:ts|json)$/.test(file) ? format(text, file) : text];
    }),
  );
}

const toJson = (value: unknown) => JSON.stringify(value);

const NOTE = 'Written by `npm run generate` from the operations.';

const listRoles = (operations: Operations) => [...new Set(operations.map(({ access }) => access.role as string))];

function composeRoles(operations: Operations): string {
  const lines = listRoles(operations).map((role) => `  '${role}',`);
  return `/** The roles that operations require. ${NOTE} */\nexport const ROLES = [\n${lines.join('\n')}\n] as const;\n`;
}

/** The roles of the Entra application, each with what it allows. */
function describeRoles(operations: Operations) {
  return listRoles(operations).map((value) => {
    const summaries = operations.filter(({ access }) => access.role === value).map(({ summary }) => summary);
    return { value, description: `${summaries.join('. ')}.` };
  });
}

/** Polls and batches have records like an operation's. */
const listRecorded = (operations: Operations) => [
  ...operations,
  createPolls([], {} as Services),
  ...createBatches([], { profile: PROFILES.microsoft } as Services),
];

interface Host {
  readonly logging: { readonly logLevel: Readonly<Record<string, string>> };
}

/** The routes of all profiles, without those of what no other function serves. */
export function listOwnRoutes(operations: Operations) {
  return [PROFILES.vendor, PROFILES.microsoft]
    .flatMap((profile) => listFunctions(operations, profile))
    .flatMap(({ name, route, ...rest }) => (name.startsWith('zUnknown') ? [] : [{ route, method: 'GET', ...rest }]));
}

/** All that is registered; pages and probes have records of unknown files only. */
function listFunctions(operations: Operations, profile = PROFILES.microsoft) {
  const { Values } = JSON.parse(composeLocalSettings(readFileSync('local.settings.sample.json', 'utf8')));
  const settings = readSettings({ ...Values, PAGES: 'docs,console' });
  const services = { profile } as Services;
  return [...listRoutes(operations, settings, services), ...UNKNOWN_ROUTES, ...listAnonymous(settings, '', services)];
}

/** Returns host.json with a level for each function: the host's rules have no wildcards. */
function composeHost(operations: Operations, host: Host) {
  const kept = Object.entries(host.logging.logLevel).filter(([category]) => !/^Function\..*\.User$/.test(category));
  const names = listFunctions(operations).map(({ name }) => name);
  const levels = [...kept, ...names.map((name) => [`Function.${name}.User`, 'Information'])];
  return { ...host, logging: { ...host.logging, logLevel: Object.fromEntries(levels) } };
}

function composeDatatable(operations: Operations): string {
  const all = [...listRecorded(operations), { name: 'batchPart', upstream: 'none', timeoutMs: BATCH_TIMEOUT_MS }];
  const rows = all.map(({ name, upstream, timeoutMs }) => `    '${name}', '${upstream}', ${timeoutMs}`);
  return `// Upstream and deadline of each operation. ${NOTE}
datatable(operation: string, upstream: string, deadlineMs: long) [
${rows.join(',\n')}
]
`;
}

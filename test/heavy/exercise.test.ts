/**
 * The exercise: incidents are caused in a running app, on a clock that the test moves. Exactly one mail comes of each, in its time; the
 * section that the mail names has words for it, which the doctor also says where it knows; the section's lines mend it, run as pasted.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { tenants } from '../../dev/seed.ts';
import { checkOrigin } from '../../tools/doctor/check-origin.ts';
import { diagnose } from '../../tools/doctor/diagnose.ts';
import type { Finding } from '../../tools/doctor/finding.ts';
import { type Incident, ofCallers, ofIdentity, ofServices } from './incidents.ts';
import { type Command, readLines, startShell } from './operator-shell.ts';
import { ofFrontdesk, ofSettings } from './own-incidents.ts';
import { MINUTE_MS, startWatchedStack, type Watched } from './watched-stack.ts';
import { allRules, rules, type Workspace } from './workspace.ts';

const policyTable = `policy${randomUUID().replaceAll('-', '')}`;
const app = await startWatchedStack(policyTable);

/** The outputs of the templates that lines use. */
const outputs = {
  AZURE_ENV_NAME: 'test',
  AZURE_TENANT_ID: randomUUID(),
  AZURE_RESOURCE_GROUP: 'rg-test',
  AZURE_FUNCTION_NAME: 'func-test',
  FRONTDESK_IDENTITY_ID:
    '/subscriptions/s/resourceGroups/rg-test/providers/Microsoft.ManagedIdentity/userAssignedIdentities/id-test',
  FRONTDESK_PRINCIPAL_ID: randomUUID(),
  FRONTDESK_TABLES: '/subscriptions/s/providers/Microsoft.Storage/storageAccounts/st/tableServices/default/tables',
  FRONTDESK_POLICY_TABLES:
    '/subscriptions/s/providers/Microsoft.Storage/storageAccounts/stc/tableServices/default/tables',
  FRONTDESK_WORKSPACE: 'log-test',
  AZURE_KEY_VAULT_NAME: 'kv-test',
};
/** What the operator fills in. */
const variables = {
  ACCESS_POLICY: `table:${policyTable}`,
  CACHE_CONNECTION_STRING: app.stack.tables.connectionString,
  POLICY: 'dev/access-policy.json',
  VERSION: '1',
  ADDRESS: 'https://business.example',
  KEYS: 'https://issuer.example/keys',
  RESOURCES: 'rg-shop',
  ROLE: 'role-1',
  LAST_TAG: 'v0.1.0',
  OPERATIONS: 'all',
  KEY_FILE: 'key',
  ORIGIN: 'https://portal.example',
};

/** The commands that mend something; the doctor also reads the settings. */
const done: string[] = [];
let mend: () => unknown = () => {};
const command: Command = async ([program, ...words]) => {
  const line = `${program} ${words.join(' ')}`;
  if (line === 'azd env get-values')
    return Object.entries(outputs)
      .map(([name, value]) => `${name}="${value}"\n`)
      .join('');
  done.push(line);
  await mend();
  return '{}';
};
const run = await startShell(command);

/** One after the other, with an hour of health and one of noise; whichever of the tests are run. */
interface Played {
  readonly watched: Watched;
  readonly digest: boolean;
  readonly findings: readonly Finding[];
  readonly mended: readonly string[];
  readonly after: readonly number[];
}

const [digest] = rules.filter(({ name }) => name === 'digest');
const hasDigest = ({ workspace, now }: Watched) => workspace.listFiring(now, 5, digest ? [digest] : []).length > 0;

async function play(incident: Incident): Promise<Played> {
  await incident.cause?.(app);
  const each = (workspace: Workspace, minute: number) => incident.each?.(app, workspace, minute);
  const watched = await app.watch((incident.minutes ?? 10) + 5, each);
  const findings = incident.doctor === undefined ? [] : await visit(incident.settings);
  mend = () => incident.recover?.(app);
  done.splice(0);
  if (incident.lines) await run(readLines(incident.linesIn ?? incident.section, incident.lines), variables);
  else await mend();
  // Pauses and gates end, the policy is read again.
  app.clock.time += 6 * MINUTE_MS;
  await app.call();
  app.clock.time += MINUTE_MS;
  return { watched, digest: hasDigest(watched), findings, mended: done.splice(0), after: await app.call() };
}

/** Returns what the doctor finds with the app's settings. */
const visit = async (settings: Incident['settings'] = {}) => [
  ...(await diagnose({}, { ...process.env, ...settings })),
  await checkOrigin(app.stack.url, 'https://portal.example'),
];

const played = new Map<string, Played>();
const incidents = [...ofFrontdesk, ...ofIdentity, ...ofServices, ...ofCallers, ...ofSettings];
for (const incident of incidents) played.set(incident.name, await play(incident));
const health = await app.watch(60);
const noise = await app.watch(60, makeNoise);

/** What goes on at any time, and needs nobody. */
async function makeNoise(workspace: Workspace, minute: number): Promise<void> {
  const now = Math.floor(app.clock.wallNow() / 1000);
  const bot = await app.authorize('bot', { exp: now - (now % 86_400) - 86_400 });
  const stranger = await app.authorize('eve', { tid: tenants.fabrikam });
  const ben = await app.authorize('ben');
  for (const headers of [bot, stranger]) await app.read(headers);
  for (const path of ['/wp-login.php', '/.env', '/companies/x/y']) await fetch(app.stack.url + path);
  // One frontend reads what is gone; one call in fifty fails; once the identity and the table have a hiccup.
  if (minute % 5 === 0)
    await fetch(`${app.stack.url}/companies(c0400000-0000-4000-8000-00000000000a)/items(${randomUUID()})`, {
      headers: ben,
    });
  if (minute % 25 === 0) await app.stack.upstream.fault({ api: 'business', fault: { kind: 'status', status: 500 } });
  const hiccups = ['identity', 'table', 'policy'].map((subject) => ({ alert: 'check_failed', subject }));
  if (minute === 30) workspace.addLines(hiccups, app.clock.time);
}

const runbook = readFileSync('docs/runbook.md', 'utf8').split(/^## /m);
const sectionOf = (name: string) => runbook.find((part) => part.startsWith(`${name}\n`)) ?? '';

it('there are thirty incidents, and each rule that wakes somebody has one', () => {
  expect(incidents.length).toBeGreaterThanOrEqual(30);
  const shown = new Set(incidents.map(({ rule }) => rule));
  expect(rules.filter(({ severity, name }) => severity <= 1 && !shown.has(name))).toEqual([]);
});

it.each(incidents.map((incident) => [incident.name, incident.rule ?? 'nobody', incident] as const))(
  '%s: %s is told, and the runbook’s section has it',
  (name, _, { rule, minutes, section, words, lines, command }) => {
    const { watched, digest, mended, after } = played.get(name) as Played;
    const mails = watched.mails.filter((mail) => mail.rule !== 'digest');
    expect(mails).toEqual(minutes === undefined ? [] : [{ rule, minute: minutes }]);
    if (rule === 'digest') expect(digest).toBe(true);
    if (minutes !== undefined && rule !== 'unavailable')
      expect(allRules.find((each) => each.name === rule)?.runbook).toBe(section);
    expect(sectionOf(section)).toContain(words);
    expect(mended.join('\n')).toMatch(lines && command ? command : /^$/);
    expect(after).toEqual([200, 200]);
  },
);

it.each(incidents.flatMap(({ name, doctor, words }) => (doctor ? [[name, doctor, words] as const] : [])))(
  '%s: the doctor’s check %s says it in the words of the runbook',
  (name, check, words) => {
    const found = played.get(name)?.findings.filter((finding) => finding.check === check) ?? [];
    expect(found.map((finding) => `${finding.found} ${finding.fix}`).join()).toContain(words.replaceAll('`', ''));
  },
);

it.each([
  ['health', health],
  ['noise', noise],
])('an hour of %s: no mail', (_, watched) => {
  expect(watched.mails).toEqual([]);
});

it('an hour of health has no digest', () => {
  expect(hasDigest(health)).toBe(false);
});

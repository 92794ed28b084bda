/** The subjects' processes and the cases' requests. */
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import accessPolicy from '../dev/access-policy.json' with { type: 'json' };
import { toAppFile, toSubjectFile } from './bundle.ts';
import type { Environment } from './environment.ts';
import { type ProcessOptions, receive, startProcess } from './processes.ts';
import type { Ready } from './subjects/report-ready.ts';

/** `checks`: the subject must reject a forged token. */
type SubjectKind = Pick<ProcessOptions, 'file' | 'env'> & { readonly checks: boolean; readonly checkout?: string };

/** This checkout's app, and that of another one. */
export type AppName = 'now' | 'baseline';

const host = (app: string, env: Readonly<Record<string, string>> = {}) => ({
  file: toSubjectFile('host'),
  env: { BENCH_APP: app, ...env },
});

/** Returns the subjects by name: those of each app begin with its name. */
export function listSubjects(baseline?: string): ReadonlyMap<string, SubjectKind> {
  const ofApp = (name: AppName, checkout?: string): [string, SubjectKind][] => {
    const shared = { checks: true, ...(checkout === undefined ? {} : { checkout }) };
    const app = toAppFile(checkout ?? '.');
    return [
      [`${name} app`, { ...host(app), ...shared }],
      [`${name} app, 20,000 grants`, { ...host(app, { ACCESS_POLICY: writeLargePolicy() }), ...shared }],
      [`${name} relay`, { ...host(toSubjectFile('relay-app', checkout)), ...shared }],
      [
        `${name} relay outside the host`,
        { file: toSubjectFile('frontdesk', checkout), env: { BENCH_CACHE: 'off' }, ...shared },
      ],
    ];
  };
  return new Map<string, SubjectKind>([
    ['hello', { ...host(toSubjectFile('hello-app')), checks: false }],
    ['least hit', { ...host(toSubjectFile('least-app')), checks: false }],
    ['least relay', { ...host(toSubjectFile('least-app'), { LEAST: 'relay' }), checks: false }],
    ['fastify', { file: join(import.meta.dirname, 'peers/fastify.mjs'), env: { PEER_JWT_CACHE: 'on' }, checks: true }],
    ...ofApp('now'),
    ...(baseline === undefined ? [] : ofApp('baseline', resolve(baseline))),
  ]);
}

/** The sample policy after 20,000 grants of other subscriptions. */
function writeLargePolicy(): string {
  const others = Array.from({ length: 20_000 }, (_, index) => ({
    roles: ['HealthEvents.Read'],
    resources: [`/subscriptions/5ab00000-0000-4000-9000-${String(index).padStart(12, '0')}`],
  }));
  const file = join(mkdtempSync(join(tmpdir(), 'frontdesk-bench-')), 'policy.json');
  writeFileSync(file, JSON.stringify({ grants: [...others, ...accessPolicy.grants] }));
  return file;
}

export interface Subject {
  readonly child: ChildProcess;
  readonly port: number;
}

const ROOT = '/subscriptions/5ab00000-0000-4000-8000-00000000000a';
const GROUP = `${ROOT}/resourceGroups/rg-shop/providers`;
const QUERY = '/providers/Vendor.ResourceHealth/events?api-version=2025-05-01';

/** The health events of one virtual machine; each `{n}` is another cache key, and `{run}` another one in each measurement. */
export const eventsPath = `${GROUP}/Vendor.Compute/virtualMachines/vm-web${QUERY}`;
export const keyedEventsPath = `${GROUP}/Vendor.Compute/virtualMachines/vm-{n}${QUERY}`;

export interface Case {
  readonly name: string;
  readonly subject: string;
  readonly path?: string;
  readonly method?: string;
  readonly body?: string;
  readonly keys?: number;
  readonly connections?: number;
  /** Every response of the upstream differs from the one before. */
  readonly changes?: true;
  readonly bytes?: number;
  readonly status?: number;
  /** The callers may also write. */
  readonly isWriter?: true;
  /** Each request has the entity tag of the response. */
  readonly isConditional?: true;
  /** Whether the upstream is called; for each request by default. */
  readonly upstream?: 'never' | 'maybe';
}

/** Of different resources, as a dashboard reads them. */
const batchOf20 = {
  method: 'POST',
  path: '/$batch',
  body: JSON.stringify({
    requests: Array.from({ length: 20 }, (_, n) => {
      return { id: `${n}`, method: 'GET', url: keyedEventsPath.replace('{n}', `${n}`) };
    }),
  }),
  keys: 20,
} as const;
const put = {
  method: 'PUT',
  path: `${GROUP}/Vendor.ApiManagement/service/gateway-shop/authorizationProviders/github/authorizations/bench?api-version=2024-05-01`,
  body: JSON.stringify({
    properties: {
      authorizationType: 'OAuth2',
      oauth2grantType: 'ClientCredentials',
      parameters: { clientId: 'shop', clientSecret: 'secret' },
    },
  }),
  status: 200,
  isWriter: true,
} as const;
const never = { upstream: 'never' } as const;

/** Returns the cases whose name contains one of the parts, or all without parts. If no name does, it prints the names and ends the process. */
export function chooseCases(all: readonly Case[], parts: readonly string[]): readonly Case[] {
  const chosen = all.filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)));
  if (chosen.length > 0) return chosen;
  const names = all.map(({ name }) => name).join('; ');
  process.stderr.write(`No name contains '${parts.join("' or '")}'. Names: ${names}.\n`);
  return process.exit(2);
}

const hasBatches = (checkout = '.') => existsSync(join(checkout, 'lib/batch.ts'));

/** Returns the cases in the order of measurement. */
export function listCases(subjects: ReadonlyMap<string, SubjectKind>): Case[] {
  const ofApp = (app: AppName): Case[] => [
    { name: `${app} relay`, subject: `${app} relay`, changes: true },
    { name: `${app} hit`, subject: `${app} app`, ...never },
    { name: `${app} hit of a writer`, subject: `${app} app`, ...never, isWriter: true },
    { name: `${app} 304`, subject: `${app} app`, ...never, isConditional: true, status: 304 },
    { name: `${app} miss`, subject: `${app} app`, path: keyedEventsPath.replace('{n}', '{run}-{n}'), keys: 1e9 },
    { name: `${app} PUT`, subject: `${app} app`, ...put },
    ...(hasBatches(subjects.get(`${app} app`)?.checkout)
      ? [{ name: `${app} batch of 20`, subject: `${app} app`, ...never, ...batchOf20 }]
      : []),
    { name: `${app} hit, 20,000 grants`, subject: `${app} app, 20,000 grants`, ...never },
    { name: `${app} relay outside the host`, subject: `${app} relay outside the host`, changes: true },
  ];
  return [
    { name: 'hello', subject: 'hello', ...never },
    { name: 'hello JSON', subject: 'hello', ...put, ...never },
    { name: 'least hit', subject: 'least hit', ...never },
    { name: 'least relay', subject: 'least relay', changes: true },
    { name: 'fastify', subject: 'fastify', changes: true },
    ...ofApp('now'),
    ...(subjects.has('baseline app') ? ofApp('baseline') : []),
  ];
}

/** Starts a subject. Throws if it does not return the list, or accepts a forged token. */
export async function startSubject(
  { file, env = {}, checks, checkout }: SubjectKind,
  environment: Environment,
  flags: readonly string[] = [],
): Promise<Subject> {
  const settings = checkout === undefined ? environment.settings : toEarlierSettings(environment.settings, checkout);
  const child = startProcess({ file, core: 'subject', flags, env: { ...settings, ...env } });
  const { port } = await receive<Ready>(child);
  await expectStatus(file, port, environment.tokens[0] ?? '', 200);
  if (checks) await expectStatus(file, port, environment.forgedToken, 401);
  return { child, port };
}

/** Each limit had a setting of its own once. */
export function toEarlierSettings(settings: Environment['settings'], checkout: string): Environment['settings'] {
  const reading = ['lib/settings.ts', 'lib/settings/schema.ts'].map((file) => {
    try {
      return readFileSync(join(checkout, file), 'utf8');
    } catch {
      return '';
    }
  });
  const { LIMITS = '{}', ...others } = settings;
  if (/^ *LIMITS:/m.test(reading.join('\n'))) return settings;
  const { caller, cachedResponses, arm } = JSON.parse(LIMITS);
  return {
    ...others,
    CALLER_LIMIT: JSON.stringify(caller),
    CACHE_ROWS_PER_CALLER: String(cachedResponses),
    ARM_LIMITS: JSON.stringify(arm),
    // A row of another version is no row.
    CACHE_TABLE_NAME: 'frontdeskbaseline',
  };
}

async function expectStatus(name: string, port: number, token: string, status: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${eventsPath}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await response.text();
  const isRight = response.status === status && (status !== 200 || text.startsWith('{"value":[{"id":'));
  if (!isRight) throw new Error(`${name} returned ${response.status} instead of ${status}: ${text.slice(0, 200)}`);
}

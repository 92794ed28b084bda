/** The subjects' processes and the cases' requests. */
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { appFile, toSubjectFile } from './bundle.ts';
import type { Environment } from './environment.ts';
import { hasNginx, startNginx } from './nginx.ts';
import { type ProcessOptions, receive, startProcess } from './processes.ts';
import type { Ready } from './subjects/report-ready.ts';

export type SubjectName = keyof typeof subjects | 'nginx';

const file = (name: string, env: Readonly<Record<string, string>> = {}) => ({ file: toSubjectFile(name), env });
const peer = (name: string, env: Readonly<Record<string, string>> = {}) => ({
  file: join(import.meta.dirname, 'peers', `${name}.mjs`),
  env,
});

/** `checks`: the subject must reject a forged token. */
const subjects = {
  bareRelay: { ...file('bare-relay'), checks: false },
  bareBytes: { ...file('bare-bytes'), checks: false },
  frontdeskRelay: { ...file('frontdesk', { BENCH_CACHE: 'off' }), checks: true },
  frontdeskMemory: { ...file('frontdesk', { BENCH_CACHE: 'memory' }), checks: true },
  frontdeskUnlimited: { ...file('frontdesk', { BENCH_CACHE: 'unlimited' }), checks: true },
  frontdeskTable: { ...file('frontdesk', { BENCH_CACHE: 'table' }), checks: true },
  hostHello: { ...file('host', { BENCH_APP: toSubjectFile('hello-app') }), checks: false },
  hostRelay: { ...file('host', { BENCH_APP: toSubjectFile('relay-app') }), checks: true },
  hostMemory: { ...file('host', { BENCH_APP: appFile }), checks: true },
  fastifyCached: { ...peer('fastify', { PEER_JWT_CACHE: 'on' }), checks: true },
  fastify: { ...peer('fastify'), checks: true },
  hono: { ...peer('hono'), checks: true },
  express: { ...peer('express'), checks: true },
} as const satisfies Record<string, Pick<ProcessOptions, 'file' | 'env'> & { readonly checks: boolean }>;

export interface Subject {
  readonly child: ChildProcess;
  readonly port: number;
}

const ROOT = '/subscriptions/5ab00000-0000-4000-8000-00000000000a';
const GROUP = `${ROOT}/resourceGroups/rg-shop/providers/Vendor.Compute`;
const QUERY = '/providers/Vendor.ResourceHealth/events?api-version=2025-05-01';

/** The health events of one virtual machine; each `{n}` is another cache key. */
export const eventsPath = `${GROUP}/virtualMachines/vm-web${QUERY}`;
export const keyedEventsPath = `${GROUP}/virtualMachines/vm-{n}${QUERY}`;

export interface Case {
  readonly name: string;
  readonly subject: SubjectName;
  readonly path?: string;
  readonly method?: string;
  readonly body?: string;
  readonly keys?: number;
  readonly connections?: number;
  readonly delayMs?: number;
  /** Every response of the upstream differs from the one before. */
  readonly changes?: true;
  readonly bytes?: number;
  readonly status?: number;
  readonly isForged?: true;
  /** Each request has the entity tag of the response. */
  readonly isConditional?: true;
  /** Whether the upstream is called; for each request by default. */
  readonly upstream?: 'never' | 'maybe';
}

/** A body of the usual size with three errors. */
/** The units are no ids, and the time ends before it starts. */
const invalidSearch = JSON.stringify({
  protectionUnitIds: ['unit-1', 'unit-2'],
  protectionTimePeriod: { startDateTime: '2026-01-02T00:00:00Z', endDateTime: '2026-01-01T00:00:00Z' },
});

const slow = { delayMs: 20 } as const;
const conditional = { isConditional: true, status: 304 } as const;

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

/** In the order of measurement. */
export const cases: readonly Case[] = [
  { name: 'bare relay', subject: 'bareRelay' },
  { name: 'bare bytes', subject: 'bareBytes', upstream: 'never' },
  { name: 'frontdesk relay', subject: 'frontdeskRelay' },
  { name: 'frontdesk relay of changing responses', subject: 'frontdeskRelay', changes: true },
  { name: 'frontdesk memory hit', subject: 'frontdeskMemory', upstream: 'never' },
  {
    name: 'frontdesk table hit',
    subject: 'frontdeskTable',
    path: keyedEventsPath,
    keys: 128,
    connections: 4,
    upstream: 'never',
  },
  { name: 'frontdesk refused token', subject: 'frontdeskRelay', isForged: true, status: 401, upstream: 'never' },
  {
    name: 'frontdesk invalid body',
    subject: 'frontdeskRelay',
    method: 'POST',
    path: '/solutions/backupRestore/restorePoints/search',
    body: invalidSearch,
    status: 400,
    upstream: 'never',
  },
  { name: 'host hello', subject: 'hostHello', upstream: 'never' },
  { name: 'host relay', subject: 'hostRelay' },
  { name: 'host relay of changing responses', subject: 'hostRelay', changes: true },
  { name: 'host memory hit', subject: 'hostMemory', upstream: 'never' },
  { name: 'host batch of 20 hits', subject: 'hostMemory', upstream: 'never', ...batchOf20 },
  { name: 'host 304', subject: 'hostMemory', upstream: 'never', ...conditional },
  { name: 'host memory hit, 60 KB', subject: 'hostMemory', upstream: 'never', bytes: 60_000 },
  { name: 'host 304, 60 KB', subject: 'hostMemory', upstream: 'never', bytes: 60_000, ...conditional },
  { name: 'fastify, JWT cache', subject: 'fastifyCached' },
  { name: 'fastify', subject: 'fastify' },
  { name: 'hono', subject: 'hono' },
  { name: 'express', subject: 'express' },
  ...(hasNginx ? [{ name: 'nginx, no checks', subject: 'nginx' } as const] : []),
  { name: 'bare relay, 20 ms', subject: 'bareRelay', ...slow },
  { name: 'frontdesk relay, 20 ms', subject: 'frontdeskRelay', ...slow },
  { name: 'host relay, 20 ms', subject: 'hostRelay', ...slow },
  { name: 'fastify, JWT cache, 20 ms', subject: 'fastifyCached', ...slow },
];

/** Starts a subject. Throws if it does not return the list, or accepts a forged token. */
export async function startSubject(
  name: SubjectName,
  environment: Environment,
  flags: readonly string[] = [],
): Promise<Subject> {
  const subject = await (name === 'nginx' ? startNginx(environment) : startNode(name, environment, flags));
  await expectStatus(name, subject.port, environment.tokens[0] ?? '', 200);
  if (name !== 'nginx' && subjects[name].checks) await expectStatus(name, subject.port, environment.forgedToken, 401);
  return subject;
}

async function startNode(
  name: keyof typeof subjects,
  environment: Environment,
  flags: readonly string[],
): Promise<Subject> {
  const { file, env } = subjects[name];
  const child = startProcess({ file, core: 'subject', flags, env: { ...environment.settings, ...env } });
  const { port } = await receive<Ready>(child);
  return { child, port };
}

async function expectStatus(name: SubjectName, port: number, token: string, status: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${eventsPath}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await response.text();
  const isRight = response.status === status && (status !== 200 || text.startsWith('{"value":[{"id":'));
  if (!isRight) throw new Error(`${name} returned ${response.status} instead of ${status}: ${text.slice(0, 200)}`);
}

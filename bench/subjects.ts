/** What is measured: each subject's process, and each case's requests. */
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { appFile, toSubjectFile } from './bundle.ts';
import type { Edges } from './edges.ts';
import { hasNginx, startNginx } from './nginx.ts';
import { hear, type Launch, launch } from './processes.ts';
import type { Ready } from './subjects/tell.ts';

export type SubjectName = keyof typeof subjects | 'nginx';

const file = (name: string, env: Readonly<Record<string, string>> = {}) => ({ file: toSubjectFile(name), env });
const peer = (name: string, env: Readonly<Record<string, string>> = {}) => ({
  file: join(import.meta.dirname, 'peers', `${name}.mjs`),
  env,
});

/** `checks` says whether a forged token is refused. */
const subjects = {
  floor: { ...file('floor'), checks: false },
  bytes: { ...file('bytes'), checks: false },
  frontdeskRelay: { ...file('frontdesk', { BENCH_CACHE: 'off' }), checks: true },
  frontdeskMemory: { ...file('frontdesk', { BENCH_CACHE: 'memory' }), checks: true },
  frontdeskAlone: { ...file('frontdesk', { BENCH_CACHE: 'alone' }), checks: true },
  frontdeskTable: { ...file('frontdesk', { BENCH_CACHE: 'table' }), checks: true },
  hostHello: { ...file('host', { BENCH_APP: toSubjectFile('hello-app') }), checks: false },
  hostRelay: { ...file('host', { BENCH_APP: toSubjectFile('relay-app') }), checks: true },
  hostMemory: { ...file('host', { BENCH_APP: appFile }), checks: true },
  fastifyCached: { ...peer('fastify', { PEER_JWT_CACHE: 'on' }), checks: true },
  fastify: { ...peer('fastify'), checks: true },
  hono: { ...peer('hono'), checks: true },
  express: { ...peer('express'), checks: true },
} as const satisfies Record<string, Pick<Launch, 'file' | 'env'> & { readonly checks: boolean }>;

export interface Subject {
  readonly child: ChildProcess;
  readonly port: number;
}

const ROOT = '/subscriptions/5ab00000-0000-4000-8000-00000000000a';
const GROUP = `${ROOT}/resourceGroups/rg-shop/providers/Vendor.Compute`;
const QUERY = '/providers/Vendor.ResourceHealth/events?api-version=2025-05-01';

/** The list of the health events of one virtual machine; `{n}` in its name makes a key of each. */
export const eventsPath = `${GROUP}/virtualMachines/vm-web${QUERY}`;
export const keyedEventsPath = `${GROUP}/virtualMachines/vm-{n}${QUERY}`;
const jobPath = `${ROOT}/resourcegroups/rg-shop/providers/Vendor.StreamAnalytics/streamingjobs/orders?api-version=2020-03-01`;

export interface Case {
  readonly name: string;
  readonly subject: SubjectName;
  readonly path?: string;
  readonly method?: string;
  readonly body?: string;
  readonly keys?: number;
  readonly connections?: number;
  readonly delayMs?: number;
  /** Whether no answer of the upstream is like the one before. */
  readonly changes?: true;
  readonly bytes?: number;
  readonly status?: number;
  readonly isForged?: true;
  /** Whether the upstream is called, for each request unless it says otherwise: a hit that calls it is none. */
  readonly upstream?: 'never' | 'maybe';
}

/** Three faults in a body of the usual size. */
const invalidJob = JSON.stringify({
  location: 7,
  properties: {
    sku: { name: 'Standard' },
    eventsOutOfOrderPolicy: 'Sometimes',
    eventsOutOfOrderMaxDelayInSeconds: 'five',
    inputs: Array.from({ length: 3 }, (_, index) => ({
      name: `input${index}`,
      properties: {
        type: 'Stream',
        datasource: {
          type: 'Microsoft.Storage/Blob',
          properties: { container: 'orders', pathPattern: '{date}/{time}', storageAccounts: [{ accountName: 'shop' }] },
        },
        serialization: { type: 'Json', properties: { encoding: 'UTF8' } },
      },
    })),
  },
});

const slow = { delayMs: 20 } as const;

/** In the order in which a round measures them. */
export const cases: readonly Case[] = [
  { name: 'floor relay', subject: 'floor' },
  { name: 'bare bytes', subject: 'bytes', upstream: 'never' },
  { name: 'frontdesk relay', subject: 'frontdeskRelay' },
  { name: 'frontdesk relay of changing answers', subject: 'frontdeskRelay', changes: true },
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
    method: 'PUT',
    path: jobPath,
    body: invalidJob,
    status: 400,
    upstream: 'never',
  },
  { name: 'host hello', subject: 'hostHello', upstream: 'never' },
  { name: 'host relay', subject: 'hostRelay' },
  { name: 'host memory hit', subject: 'hostMemory', upstream: 'never' },
  { name: 'fastify, JWT cache', subject: 'fastifyCached' },
  { name: 'fastify', subject: 'fastify' },
  { name: 'hono', subject: 'hono' },
  { name: 'express', subject: 'express' },
  ...(hasNginx ? [{ name: 'nginx, no checks', subject: 'nginx' } as const] : []),
  { name: 'floor relay, 20 ms', subject: 'floor', ...slow },
  { name: 'frontdesk relay, 20 ms', subject: 'frontdeskRelay', ...slow },
  { name: 'host relay, 20 ms', subject: 'hostRelay', ...slow },
  { name: 'fastify, JWT cache, 20 ms', subject: 'fastifyCached', ...slow },
];

/** Starts a subject and makes sure that it does its job. Throws what it does wrong. */
export async function startSubject(name: SubjectName, edges: Edges, flags: readonly string[] = []): Promise<Subject> {
  const subject = await (name === 'nginx' ? startNginx(edges) : startNode(name, edges, flags));
  await expectStatus(name, subject.port, edges.tokens[0] ?? '', 200);
  if (name !== 'nginx' && subjects[name].checks) await expectStatus(name, subject.port, edges.forgedToken, 401);
  return subject;
}

async function startNode(name: keyof typeof subjects, edges: Edges, flags: readonly string[]): Promise<Subject> {
  const { file, env } = subjects[name];
  const child = launch({ file, core: 'subject', flags, env: { ...edges.settings, ...env } });
  const { port } = await hear<Ready>(child);
  return { child, port };
}

async function expectStatus(name: SubjectName, port: number, token: string, status: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${eventsPath}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await answer.text();
  const isRight = answer.status === status && (status !== 200 || text.startsWith('{"value":[{"id":'));
  if (!isRight) throw new Error(`${name} answered ${answer.status} in place of ${status}: ${text.slice(0, 200)}`);
}

/** The common must-nots: what no refused request may touch behind Frontdesk, tell its caller, or leave in the log. Source: reliability 2.1. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { TableClient } from '@azure/data-tables';
import { expect } from 'vitest';
import { awaitWrite, countTouches } from './edges.ts';
import { type Change, sendChanged } from './send-changed.ts';
import type { Answer, Stack } from './stack.ts';
import type { Shape, ValidRequest } from './valid-requests.ts';

export interface Abuse {
  /** The positive twin: the change with which the request still succeeds. */
  readonly twin?: Change;
  readonly attacks: readonly Change[];
  readonly status: number;
  /** Absent where the host refuses: it answers without content, and the app never sees the request. */
  readonly code?: string;
  /** What stands neither in an answer nor in the log, beside every token. */
  readonly hidden?: readonly string[];
}

const wide = JSON.stringify({
  bulkhead: { read: { parallel: 64, queue: 256 }, write: { parallel: 64, queue: 256 } },
  rate: {},
});

/** Settings under which no upstream's rate is used up by a test that is about something else. */
export const unlimited = {
  ARM_LIMITS: wide,
  BACKUP_RESTORE_LIMITS: wide,
  DOCUMENT_MODELS_LIMITS: wide,
  BUSINESS_DATA_LIMITS: wide,
} as const;

/** Every name of DESIGN 3 (Log). */
const LOGGED = new Set([
  'schemaVersion',
  'time',
  'requestId',
  'traceId',
  'operation',
  'method',
  'status',
  'durationMs',
  'clientRequestId',
  'tenant',
  'subject',
  'client',
  'resource',
  'cache',
  'upstreamTries',
  'upstreamStatus',
  'upstreamRequestId',
  'problem',
  'reason',
  'outcome',
  ...['verifyMs', 'accessMs', 'parseMs', 'answerMs', 'tableMs', 'tokenMs', 'upstreamMs'],
]);

/** Expects the request to succeed, and waits until what is to be stored of it is stored. */
export async function expectGranted(stack: Stack, request: ValidRequest, change: Change = {}): Promise<Answer> {
  const written = awaitWrite(stack);
  const answer = await sendChanged(stack, request, change);
  expect([200, 201, 204], `${request.operation} ${answer.text.slice(0, 300)}`).toContain(answer.status);
  // A stale reply is refreshed beside the request.
  if (/stored|stale/.test(answer.headers['cache-status'] ?? '')) await written();
  return answer;
}

/** Expects the positive twin to succeed and each attack to be refused, without a trace behind Frontdesk. Answers the refusals. */
export async function expectRefused(stack: Stack, request: ValidRequest, abuse: Abuse): Promise<Answer[]> {
  await stack.upstream.reset();
  await expectGranted(stack, request, abuse.twin);
  const refusals: Answer[] = [];
  await expectUntouched(stack, async () => {
    for (const attack of abuse.attacks) refusals.push(await expectOneRefused(stack, request, attack, abuse));
  });
  return refusals;
}

async function expectOneRefused(stack: Stack, request: ValidRequest, attack: Change, abuse: Abuse): Promise<Answer> {
  const logged = stack.log.length;
  const answer = await sendChanged(stack, request, attack);
  const { status, code, hidden = [] } = abuse;
  const told = JSON.stringify(attack).slice(0, 300);
  expect(`${answer.status} ${readCode(answer)}`, told).toBe(`${status} ${code}`);
  expectNothingInternal(stack, answer, hidden);
  const records = stack.log.slice(logged);
  if (code === undefined) {
    expect({ text: answer.text, records }, told).toEqual({ text: '', records: [] });
    return answer;
  }
  expectShape(request.shape, answer);
  expect(records).toHaveLength(1);
  expectRecord(records[0] as Record<string, unknown>, answer, hidden);
  return answer;
}

/** Expects that what runs calls no upstream, asks for no token of the managed identity, and neither reads nor writes the table. */
export async function expectUntouched(stack: Stack, run: () => Promise<void>): Promise<void> {
  const before = countTouches(stack);
  await run();
  expect(countTouches(stack)).toEqual(before);
}

/** The table that stored replies are in. */
export function openCacheTable(stack: Stack): TableClient {
  return TableClient.fromConnectionString(stack.tables.connectionString, 'frontdeskcache', {
    allowInsecureConnection: true,
  });
}

/** Answers key and entity tag of every stored reply. */
export async function listRows(stack: Stack): Promise<string[]> {
  const rows: string[] = [];
  try {
    for await (const { rowKey, etag } of openCacheTable(stack).listEntities()) rows.push(`${rowKey} ${etag}`);
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode !== 404) throw error;
  }
  return rows.sort();
}

/** Answers all that was logged from a mark on, as it stands. */
export function readLog(stack: Stack, from: number): string {
  return stack.log
    .slice(from)
    .map((record) => JSON.stringify(record))
    .join('\n');
}

/** Answers an error's code, wherever its shape has it. */
export function readCode({ json }: Answer): string | undefined {
  return json?.error?.code ?? json?.code;
}

/** Members of each error body: those that are always there, and those that may be. */
const SHAPES: Readonly<Record<Shape, { readonly always: readonly string[]; readonly maybe: readonly string[] }>> = {
  arm: { always: ['code', 'message'], maybe: ['target', 'details', 'additionalInfo'] },
  healthEvent: { always: ['code', 'message', 'details'], maybe: [] },
  backupRestore: { always: ['code', 'message', 'innerError'], maybe: [] },
  documentModel: { always: ['code', 'message'], maybe: ['target', 'details', 'innererror'] },
  businessData: { always: ['code', 'message'], maybe: [] },
};

/** Expects the operation's own error body, with the fields that every answer bears. */
export function expectShape(shape: Shape, { json, headers }: Answer): void {
  const error = shape === 'healthEvent' ? json : json.error;
  const { always, maybe } = SHAPES[shape];
  const names = Object.keys(error);
  expect(names).toEqual(expect.arrayContaining([...always]));
  expect(names.filter((name) => ![...always, ...maybe].includes(name))).toEqual([]);
  if (shape !== 'healthEvent') expect(Object.keys(json)).toEqual(['error']);
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-ms-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
  });
}

/** Expects no address of an edge, path of this machine, stack frame, token or hidden text in what the caller gets. */
export function expectNothingInternal(stack: Stack, { headers, text }: Answer, hidden: readonly string[] = []): void {
  const said = `${JSON.stringify(headers)}\n${text}`;
  const edges = [stack.upstream, stack.issuer, stack.tables].map(({ port }) => `127.0.0.1:${port}`);
  const identity = new URL(process.env['IDENTITY_ENDPOINT'] ?? '').host;
  for (const secret of [...edges, identity, process.cwd(), 'node_modules', ...hidden]) {
    expect(said).not.toContain(secret);
  }
  expect(said).not.toMatch(/\n\s+at |\.[cm]?[jt]s:\d|eyJ[\w-]{10}/);
}

/** Expects the one record of a request: listed names, the answer's own status and id, and nothing of what was sent. */
export function expectRecord(record: Record<string, unknown>, answer: Answer, hidden: readonly string[] = []): void {
  expect(Object.keys(record).filter((name) => !LOGGED.has(name))).toEqual([]);
  expect(record).toMatchObject({ status: answer.status, requestId: answer.headers['x-ms-request-id'] });
  expect(Object.values(record).filter((value) => typeof value === 'object')).toEqual([]);
  const line = JSON.stringify(record);
  for (const secret of hidden) expect(line).not.toContain(JSON.stringify(secret).slice(1, -1));
  expect(line).not.toMatch(/eyJ[\w-]{10}/);
}

const STALL_MS = 250;
const ATTEMPTS = 3;

/** Expects that the process does not stand still while this runs. A busy machine may stop it once; what is our own doing repeats. */
export async function expectNoStall(run: () => Promise<void>): Promise<void> {
  const stalls: number[] = [];
  for (let attempt = 0; attempt < ATTEMPTS && stalls.every((ms) => ms >= STALL_MS); attempt++) {
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    await run();
    delay.disable();
    stalls.push(delay.max / 1e6);
  }
  expect(Math.min(...stalls)).toBeLessThan(STALL_MS);
}

/** The checks shared by all abuse cases: backend calls, response and log of a refused request. */
import { TableClient } from '@azure/data-tables';
import { expect } from 'vitest';
import type { ErrorFormatName } from '../../lib/http/error-formats.ts';
import { awaitIdle, countEmulatorRequests } from './emulators.ts';
import { readError } from './error-members.ts';
import { type Change, sendChanged } from './send-changed.ts';
import type { Stack, TestResponse } from './stack.ts';
import type { ValidRequest } from './valid-requests.ts';

export interface Abuse {
  /** The allowed variant: a change with which the request succeeds. */
  readonly twin?: Change;
  readonly attacks: readonly Change[];
  readonly status: number;
  /** Absent if no operation has the route: the host's own refusal, without a body or a record, or the app's. */
  readonly code?: string;
  /** Text that must be in neither the response nor the log. Tokens are always checked. */
  readonly hidden?: readonly string[];
}

const places = { parallel: 64, queue: 256 };
const often = { perSecond: 100_000, burst: 100_000 };
const wide = { bulkhead: { read: places, write: places }, rate: { read: often, write: often } };

/** Limits of the upstreams that no test reaches by accident. */
export const wideLimits = { arm: wide, backupRestore: wide, documentModels: wide, businessData: wide };

export const unlimited = { LIMITS: JSON.stringify(wideLimits) } as const;

/** Expects the request to succeed, and waits until its response is stored: a busy machine's table may be too slow for that. */
export async function expectGranted(stack: Stack, request: ValidRequest, change: Change = {}): Promise<TestResponse> {
  const response = await sendChanged(stack, request, change);
  expect([200, 201, 202, 204], `${request.operation} ${response.text.slice(0, 300)}`).toContain(response.status);
  if ('cache-status' in response.headers) await awaitIdle();
  return response;
}

/** Expects the allowed variant to succeed and each attack to be refused without a backend request. Returns the refusals. */
export async function expectRefused(stack: Stack, request: ValidRequest, abuse: Abuse): Promise<TestResponse[]> {
  await stack.upstream.reset();
  await expectGranted(stack, request, abuse.twin);
  const refusals: TestResponse[] = [];
  await expectUntouched(stack, async () => {
    for (const attack of abuse.attacks) refusals.push(await expectOneRefused(stack, request, attack, abuse));
  });
  return refusals;
}

async function expectOneRefused(
  stack: Stack,
  request: ValidRequest,
  attack: Change,
  abuse: Abuse,
): Promise<TestResponse> {
  const logged = stack.log.length;
  const response = await sendChanged(stack, request, attack);
  const { status, code, hidden = [] } = abuse;
  const told = JSON.stringify(attack).slice(0, 300);
  const got = readCode(response);
  const isUnserved = code === undefined && response.headers['x-frontdesk-problem'] === 'route_not_found';
  expect(`${response.status} ${isUnserved ? undefined : got}`, told).toBe(`${status} ${code}`);
  expectNothingInternal(stack, response, hidden);
  const records = stack.log.slice(logged);
  if (code === undefined) {
    const seen = isUnserved ? ['', records.length - 1] : [response.text, records.length];
    expect(seen, told).toEqual(['', 0]);
    return response;
  }
  expectShape(request.shape, response);
  expect(records).toHaveLength(1);
  expectRecord(records[0] as Record<string, unknown>, response, hidden);
  return response;
}

/** Expects that `run` causes no request to an upstream, the identity endpoint or the table service. */
export async function expectUntouched(stack: Stack, run: () => Promise<void>): Promise<void> {
  await awaitIdle();
  const before = countEmulatorRequests(stack);
  await run();
  expect(countEmulatorRequests(stack)).toEqual(before);
}

/** Opens the table of stored responses. */
export function openCacheTable(stack: Stack): TableClient {
  return TableClient.fromConnectionString(stack.tables.connectionString, stack.tables.name, {
    allowInsecureConnection: true,
  });
}

/** Returns row key and entity tag of every stored response. */
export async function listRows(stack: Stack): Promise<string[]> {
  const rows: string[] = [];
  try {
    // Other rows than responses have partitions with longer names.
    const queryOptions = { filter: "PartitionKey lt 'g'" };
    for await (const { rowKey, etag } of openCacheTable(stack).listEntities({ queryOptions }))
      rows.push(`${rowKey} ${etag}`);
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode !== 404) throw error;
  }
  return rows.sort();
}

/** Returns the log from this record on, as text. */
export function readLog(stack: Stack, from: number): string {
  return stack.log
    .slice(from)
    .map((record) => JSON.stringify(record))
    .join('\n');
}

/** Returns an error's code from any error shape; of one whose codes are numbers, that of the header. */
export function readCode({ json, headers }: TestResponse): string | undefined {
  return json?.error?.code ?? json?.code ?? headers['x-ms-error-code'];
}

/** Expects the operation's error shape, and the headers of every response. `problem` is Frontdesk's name of the failure. */
export function expectShape(shape: ErrorFormatName, { json, headers }: TestResponse, problem?: string): void {
  const { error, code = headers['x-ms-error-code'], differences } = readError(shape, json);
  expect(differences).toEqual([]);
  if (shape === 'backupRestore') expect(error).toHaveProperty('innerError');
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-ms-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    'x-ms-error-code': code,
    // Whatever was not sent upstream is Frontdesk's own refusal.
    'x-frontdesk-problem': problem ?? code,
  });
}

/** Expects no emulator address, file path, stack frame, token or hidden text in the response. */
export function expectNothingInternal(
  stack: Stack,
  { headers, text }: TestResponse,
  hidden: readonly string[] = [],
): void {
  const said = `${JSON.stringify(headers)}\n${text}`;
  const addresses = [stack.upstream, stack.issuer, stack.tables].map(({ port }) => `127.0.0.1:${port}`);
  const identity = new URL(process.env['IDENTITY_ENDPOINT'] ?? '').host;
  const internal = [...addresses, identity, process.cwd(), 'node_modules', ...hidden];
  expect(internal.filter((secret) => said.includes(secret))).toEqual([]);
  expect(said).not.toMatch(/\n\s+at |\.[cm]?[jt]s:\d|eyJ[\w-]{10}/);
}

/** Expects the record of a request: the response's status and id, and no hidden text or token. Its members: audit.test.ts, and the fuzz. */
export function expectRecord(
  record: Record<string, unknown>,
  response: TestResponse,
  hidden: readonly string[] = [],
): void {
  expect(record).toMatchObject({ status: response.status, requestId: response.headers['x-ms-request-id'] });
  expect(Object.values(record).filter((value) => typeof value === 'object')).toEqual([]);
  const line = JSON.stringify(record);
  expect(hidden.filter((secret) => line.includes(JSON.stringify(secret).slice(1, -1)))).toEqual([]);
  expect(line).not.toMatch(/eyJ[\w-]{10}/);
}

/** What `npm start` makes of the lines that the host prints, and the first call that it suggests. */
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { administrator } from '../../dev/personas.ts';
import { composeCall } from '../../dev/start/describe.ts';
import { toHostLine } from '../../dev/start/host-lines.ts';
import { parseStartOptions } from '../../dev/start/options.ts';

const record = {
  schemaVersion: 1,
  time: new Date(2026, 10, 22, 17, 15, 30).toISOString(),
  requestId: 'r',
  operation: 'listHealthEvents',
  method: 'GET',
  status: 200,
  durationMs: 11.6,
  instance: 'd382e1f1',
  version: '0.1.0',
};
const toText = (object: object, prefix = '') => toHostLine(`${prefix}${JSON.stringify(object)}`)?.text;

describe('a line of the host', () => {
  it.each([
    ['a success', {}, '  17:15:30  200  GET        12 ms  listHealthEvents'],
    [
      'cache, caller and resource',
      {
        cache: 'Frontdesk; hit; ttl=9',
        subject: administrator.objectId,
        resource: '/subscriptions/s/resourceGroups/rg/x',
      },
      '  17:15:30  200  GET        12 ms  listHealthEvents  cache hit; ttl=9  ada  …/rg/x',
    ],
    [
      'a failed write of an unknown caller',
      { method: 'PUT', status: 504, problem: 'upstream_timeout', reason: 'deadline', outcome: 'unknown', subject: 'x' },
      '  17:15:30  504  PUT        12 ms  listHealthEvents  upstream_timeout (deadline), unknown  x',
    ],
    [
      'what a body names',
      { method: 'DELETE', problem: 'forbidden', targets: 'a/b' },
      '  17:15:30  200  DELETE     12 ms  listHealthEvents  forbidden  a/b',
    ],
  ])('is one line of a request: %s', (_, members, expected) => {
    expect(toText({ ...record, ...members })).toBe(expected);
  });

  it('has the status for its colour, and may begin with the time of Core Tools', () => {
    expect(toHostLine(`[2026-11-22T17:15:30.000Z] ${JSON.stringify(record)}`)?.status).toBe(200);
  });

  it('is every other object without the members that all have', () => {
    const alert = { alert: 'table_failing', subject: 'cache', reason: 'refused', level: 'warn', time: record.time };
    expect(toText(alert)).toBe('  alert table_failing, subject cache, reason refused');
    expect(toText({ policyVersion: 1, counts: { a: 1 } })).toBe('  policyVersion 1, counts {"a":1}');
  });

  it.each([
    '{"metrics":[]}',
    '{"started":"frontdesk"}',
    '',
    'Functions:',
    '\tgetItem: [GET] http://localhost:7071/x',
    'Host started on http://127.0.0.1:7071',
    "[2026-11-22T17:15:30.000Z] Executing 'Functions.getItem' (Reason='…', Id=1)",
    "[2026-11-22T17:15:30.000Z] Executed 'Functions.getItem' (Succeeded, Id=1, Duration=5ms)",
  ])('is only printed with --verbose: %j', (line) => {
    expect(toHostLine(line)).toBeUndefined();
  });

  it.each(['AUTH_ISSUER is required', '    at main (file.ts:1:2)', 'settings {not JSON'])(
    'stays as it is: %j',
    (line) => {
      expect(toHostLine(line)).toEqual({ text: line });
    },
  );
});

describe('the first call', () => {
  const stack = { frontdesk: 'http://127.0.0.1:7071', profile: 'microsoft' } as const;

  it('is written for PowerShell on Windows, for a POSIX shell elsewhere', () => {
    const [token, call] = composeCall(stack, resolve('.'), 'win32');
    expect(token).toBe('$env:TOKEN = npm run -s token');
    expect(call).toMatch(/^curl\.exe -i -H "Authorization: Bearer \$env:TOKEN" 'http:.*Microsoft\.Compute/);
    expect(composeCall(stack, resolve('.'), 'linux')[0]).toBe('export TOKEN=$(npm run -s token)');
  });

  it('asks the stack of another folder for its token', () => {
    expect(composeCall(stack, '/app', 'linux')[0]).toBe("export TOKEN=$(npm run -s token '--' --root '/app')");
  });
});

it('gives every component a free port with --free-ports, unless a variable or --port names one', () => {
  const options = parseStartOptions(['--free-ports', '--port', '7000'], { TABLES_PORT: '10009' }, '.');
  expect(options?.ports).toEqual({ ...allFree, frontdesk: 7000, tables: 10009 });
  expect(parseStartOptions([], {}, '.')?.ports.frontdesk).toBe(7071);
});

const allFree = { issuer: 0, identity: 0, upstream: 0, blobs: 0, queues: 0 };

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LOG_BYTES, TYPICAL_SHARES, toTraceBytes } from '../../bench/scale/log-row.ts';
import { tenants } from '../../dev/seed.ts';
import { startStack, type TestRequest, type TestResponse } from '../support/stack.ts';
import {
  listEvents,
  putAuthorization,
  putJob,
  readCustomer,
  toPath,
  toUnseen,
  type ValidRequest,
  validRequests,
} from '../support/valid-requests.ts';

const stack = await startStack({ expectedAlerts: ['upstream_auth'] });

const text =
  readFileSync('docs/observability.md', 'utf8')
    .split(/^## /m)
    .find((part) => part.startsWith('Records')) ?? '';

/** An item of the list of members. */
interface Documented {
  readonly name: string;
  readonly type: string;
  readonly present: string;
}

const documented: readonly Documented[] = Array.from(
  text.matchAll(/^- `(\w+)` (\w+), ([^:]+): /gm),
  ([, name = '', type = '', present = '']) => ({ name, type, present }),
);
const problems = Array.from(
  (text.split('`problem` is one of')[1]?.split('\n### ')[0] ?? '').matchAll(/`(\w+)`/g),
  ([, word]) => word,
);
const examples: Record<string, unknown>[] = Array.from(text.matchAll(/^```json\n(.*)\n```$/gm), ([, line]) =>
  JSON.parse(line as string),
);

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  integer: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  /** Milliseconds in tenths. */
  number: (value) => typeof value === 'number' && value >= 0 && Number.isInteger(Math.round(value * 1e6) / 1e5),
  text: (value) => typeof value === 'string' && value !== '' && !/\p{Cc}/u.test(value),
  time: (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(value)),
};

/** A request with an optional upstream fault; `query` is appended to the operation's own. */
type Change = TestRequest & { readonly fault?: unknown; readonly times?: number; readonly query?: string };

/** Ways in which a request can end. */
const ends: Readonly<Record<string, Change>> = {
  successfully: { headers: { 'x-ms-client-request-id': 'portal.42' } },
  'without a token': { token: null, headers: { 'x-ms-client-request-id': 'portal.43' } },
  'with an invalid token': { token: 'a.b.c' },
  'with an unknown parameter': { query: '&x=1' },
  'with a body that is not JSON': { body: '{' },
  'with a 409 from the upstream': {
    fault: { kind: 'status', status: 409, body: { error: { code: 'Busy', message: 'Later.' } } },
  },
  'with a 500 from the upstream': { fault: { kind: 'status', status: 500 } },
  'with an upstream that refuses the managed identity': { fault: { kind: 'status', status: 403 } },
  'with a connection that breaks': { fault: { kind: 'reset', processed: true } },
  // A read verifies the write.
  'with a response that is lost once': { fault: { kind: 'reset', processed: true }, times: 1 },
  'with a response that is not JSON': { fault: { kind: 'malformed', text: '{' } },
};

interface Ended {
  readonly how: string;
  readonly request: ValidRequest;
  readonly response: TestResponse;
  readonly records: readonly Record<string, unknown>[];
  /** The first, and only, record. */
  readonly record: Record<string, unknown>;
}

async function end(how: string, request: ValidRequest, change: Change): Promise<Ended> {
  const { fault, times = 5, query = '', body = request.body, ...call } = change;
  await stack.upstream.reset();
  if (fault) await stack.upstream.fault({ times, fault });
  const logged = stack.log.length;
  const suffix = request.query === '' ? query.replace('&', '?') : query;
  const response = await stack.send(request.method, toPath(request) + request.query + suffix, {
    ...call,
    ...(body === undefined || request.body === undefined ? {} : { body }),
  });
  const own = stack.log.slice(logged);
  return { how, request, response, records: own, record: own[0] ?? {} };
}

/** Every operation with every end. */
async function endAll(): Promise<readonly Ended[]> {
  const all: Ended[] = [];
  for (const request of validRequests) {
    for (const [how, sent] of Object.entries(ends)) all.push(await end(how, toUnseen(request), sent));
  }
  const stranger = await stack.issueToken({ tid: tenants.fabrikam });
  for (const request of validRequests)
    all.push(await end('on a resource of another tenant', toUnseen(request), { token: stranger }));
  return all;
}

const readsByPost = ['searchRestorePoints', 'getAuthorizationLoginLinks', 'fetchHealthEventDetails'];
const ended = await endAll();
const records = [...ended.map(({ record }) => record), ...(await endBatch()), await endNowhere()];

/** Returns the record of a part; its batch has no resource. */
async function endBatch(): Promise<readonly Record<string, unknown>[]> {
  await stack.upstream.reset();
  const logged = stack.log.length;
  const requests = [{ id: '1', method: 'GET', url: '/companies' }];
  await stack.send('POST', '/$batch', { body: { requests } });
  return stack.log.slice(logged).filter((record) => 'batch' in record);
}

/** Returns the record of a route of no operation. */
async function endNowhere(): Promise<Record<string, unknown>> {
  await stack.send('GET', '/companies/x/y');
  return stack.log.at(-1) ?? {};
}

describe('docs/observability.md', () => {
  it('every request has exactly one record', () => {
    expect(
      ended.filter((one) => one.records.length !== 1).map(({ how, request }) => `${request.operation} ${how}`),
    ).toEqual([]);
    expect(ended.length).toBe(validRequests.length * (Object.keys(ends).length + 1));
  });

  it('documents every name that occurs, and every documented name occurs', () => {
    const seen = new Set(records.flatMap((record) => Object.keys(record)));
    // A wait of the queue takes two callers (audit-questions.test.ts), one for a token an endpoint that is slow (traces.test.ts).
    seen.add('queueMs').add('tokenMs');
    expect([...seen].sort()).toEqual(documented.map(({ name }) => name).sort());
  });

  it.each(documented)('$name has type $type and is present $present', ({ name, type, present }) => {
    const values = records.map((record) => record[name]).filter((value) => value !== undefined);
    expect(values.filter((value) => !TYPES[type]?.(value))).toEqual([]);
    if (present === 'always') expect(values).toHaveLength(records.length);
    else expect(values.length).toBeLessThan(records.length);
  });

  it('lists every problem, and each that occurs is one', () => {
    const table = readFileSync('lib/http/problem.ts', 'utf8').split('as const satisfies')[0] ?? '';
    expect([...problems].sort()).toEqual([...table.matchAll(/^ {2}(\w+): \{/gm)].map(([, name]) => name).sort());
    const seen = new Set(records.map((record) => record['problem']).filter(Boolean));
    expect([...seen].filter((problem) => !problems.includes(String(problem)))).toEqual([]);
    expect(seen.size).toBeGreaterThan(8);
  });

  it('a record has a problem exactly if the request failed, and then an outcome if it was a write', () => {
    for (const { request, record } of ended) {
      const hasFailed = Number(record['status']) >= 400;
      const isWrite = request.method !== 'GET' && !readsByPost.includes(request.operation);
      const { operation, status } = record;
      expect([operation, status, 'problem' in record]).toEqual([operation, status, hasFailed]);
      expect([operation, status, 'outcome' in record]).toEqual([operation, status, hasFailed && isWrite]);
    }
  });

  it('a record has the number of upstream calls, and no upstream members without a call', () => {
    for (const { upstreamTries, upstreamStatus, problem, operation, cache } of records) {
      const isHit = String(cache).startsWith('Frontdesk; hit');
      const isCalled = !isHit && (problem === undefined || String(problem).startsWith('upstream_'));
      expect([operation, problem, upstreamTries !== undefined]).toEqual([operation, problem, isCalled]);
      if (!isCalled) expect(upstreamStatus).toBeUndefined();
    }
  });

  it('its examples are real records: a success, a hit, a refusal, a failed write', async () => {
    const stranger = await stack.issueToken({ tid: tenants.fabrikam });
    const success = await end('', putJob, { headers: { 'x-ms-client-request-id': 'portal.42' } });
    const hit = await end('', (await end('', toUnseen(listEvents), {})).request, {});
    const refusal = await end('', readCustomer, { token: stranger });
    const failure = await end('', putAuthorization, { fault: { kind: 'reset', processed: true } });
    const live = [success, hit, refusal, failure].map(({ record }) => record);
    /** Depends on timing: a wait for a token may be too short to be recorded. */
    const namesOf = ({ tokenMs: _, queueMs: __, ...record }: Record<string, unknown>) => Object.keys(record).sort();
    expect(examples.map(namesOf)).toEqual(live.map(namesOf));
    const pickMain = ({ operation, status, problem, outcome }: Record<string, unknown>) => [
      operation,
      status,
      problem,
      outcome,
    ];
    expect(examples.map(pickMain)).toEqual(live.map(pickMain));
  });
});

describe('docs/scale.md, The log', () => {
  /** With the digits that times have on a quiet machine. */
  const withVersion = (record: Record<string, unknown>) =>
    JSON.stringify({ ...record, version: '0.1.0+0123456789ab' }, (name, value) =>
      name.endsWith('Ms') ? Math.min(value, 99.9) : value,
    );
  /** A request as dashboards send it: again, so that what is cached is a hit, and without an id of its own. */
  const readRecord = async (operation: string) => {
    const request = toUnseen(validRequests.find((one) => one.operation === operation) as ValidRequest);
    await end('', request, {});
    return (await end('', request, {})).record;
  };

  it('a call of the typical load has the bytes that the daily cap is computed with', async () => {
    let bytes = 0;
    for (const [operation, share] of Object.entries(TYPICAL_SHARES)) {
      const line = withVersion(await readRecord(operation));
      bytes += toTraceBytes(line, operation) * share;
    }
    expect(Math.abs(bytes / LOG_BYTES.perCall - 1)).toBeLessThan(0.03);
  });

  it('an instance adds a line of metrics in ten seconds', () => {
    // Of 8.9 KB, of which a fifth is quotes that the row escapes.
    const metrics = toTraceBytes('"'.repeat(1_900) + 'x'.repeat(7_000), 'metrics');
    expect(Math.abs(metrics / 10 / LOG_BYTES.perInstanceSecond - 1)).toBeLessThan(0.03);
  });
});

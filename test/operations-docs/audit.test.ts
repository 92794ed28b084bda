import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tenants } from '../../dev/seed.ts';
import { type Answer, type Call, startStack } from '../support/stack.ts';
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

const stack = await startStack();

const text = readFileSync('docs/audit.md', 'utf8');

/** What the document says of a name. */
interface Documented {
  readonly name: string;
  readonly type: string;
  readonly present: string;
}

const documented: readonly Documented[] = Array.from(
  text.matchAll(/^\| `(\w+)` \| (\w+) \| ([^|]+) \|/gm),
  ([, name = '', type = '', present = '']) => ({ name, type, present }),
);
const problems = Array.from(
  (text.split('`problem` is one of')[1]?.split('\n## ')[0] ?? '').matchAll(/`(\w+)`/g),
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

/** A call into an upstream that may meet it with a fault; `query` goes behind the operation's own. */
type Sent = Call & { readonly fault?: unknown; readonly query?: string };

/** Ways in which a request may end. */
const ends: Readonly<Record<string, Sent>> = {
  'as it should': { headers: { 'x-ms-client-request-id': 'portal.42' } },
  'without a token': { token: null, headers: { 'x-ms-client-request-id': 'portal.43' } },
  'with a token that is none': { token: 'a.b.c' },
  'with an unknown parameter': { query: '&x=1' },
  'with content that is no JSON': { body: '{' },
  'with a refusal of the upstream': {
    fault: { kind: 'status', status: 409, body: { error: { code: 'Busy', message: 'Later.' } } },
  },
  'with a failure of the upstream': { fault: { kind: 'status', status: 500 } },
  'with an upstream that refuses the managed identity': { fault: { kind: 'status', status: 403 } },
  'with a connection that breaks': { fault: { kind: 'reset', processed: true } },
  'with an answer that is none': { fault: { kind: 'malformed', text: '{' } },
};

interface Ended {
  readonly how: string;
  readonly request: ValidRequest;
  readonly answer: Answer;
  readonly records: readonly Record<string, unknown>[];
  /** The one there should be. */
  readonly record: Record<string, unknown>;
}

async function end(how: string, request: ValidRequest, sent: Sent): Promise<Ended> {
  const { fault, query = '', body = request.body, ...call } = sent;
  await stack.upstream.reset();
  if (fault) await stack.upstream.fault({ times: 5, fault });
  const logged = stack.log.length;
  const mark = request.query === '' ? query.replace('&', '?') : query;
  const answer = await stack.send(request.method, toPath(request) + request.query + mark, {
    ...call,
    ...(body === undefined || request.body === undefined ? {} : { body }),
  });
  const own = stack.log.slice(logged);
  return { how, request, answer, records: own, record: own[0] ?? {} };
}

/** Every operation, ended in every way. */
async function endAll(): Promise<readonly Ended[]> {
  const all: Ended[] = [];
  for (const request of validRequests) {
    for (const [how, sent] of Object.entries(ends)) all.push(await end(how, toUnseen(request), sent));
  }
  const stranger = await stack.issueToken({ tid: tenants.fabrikam });
  for (const request of validRequests)
    all.push(await end('on a resource of others', toUnseen(request), { token: stranger }));
  return all;
}

const ended = await endAll();
const records = ended.map(({ record }) => record);

describe('docs/audit.md', () => {
  it('there is exactly one record a request', () => {
    expect(
      ended.filter((one) => one.records.length !== 1).map(({ how, request }) => `${request.operation} ${how}`),
    ).toEqual([]);
    expect(ended.length).toBe(validRequests.length * (Object.keys(ends).length + 1));
  });

  it('documents every name that occurs, and every documented name occurs', () => {
    const seen = new Set(records.flatMap((record) => Object.keys(record)));
    expect([...seen].sort()).toEqual(documented.map(({ name }) => name).sort());
  });

  it.each(documented)('$name is of type $type, and is there $present', ({ name, type, present }) => {
    const values = records.map((record) => record[name]).filter((value) => value !== undefined);
    expect(values.filter((value) => !TYPES[type]?.(value))).toEqual([]);
    if (present === 'always') expect(values).toHaveLength(records.length);
    else expect(values.length).toBeLessThan(records.length);
  });

  it('lists every problem that occurs', () => {
    const seen = new Set(records.map((record) => record['problem']).filter(Boolean));
    expect([...seen].filter((problem) => !problems.includes(String(problem)))).toEqual([]);
    expect(seen.size).toBeGreaterThan(8);
  });

  it('a record says what its answer says', () => {
    for (const { how, answer, record } of ended) {
      const { status, headers } = answer;
      expect({ how, ...record }).toMatchObject({ how, status, requestId: headers['x-ms-request-id'] });
      expect([how, record['outcome']]).toEqual([how, headers['x-frontdesk-outcome']]);
      if (headers['cache-status']) expect(record['cache']).toBe(headers['cache-status']);
    }
  });

  it('a record has a problem exactly where the request failed, and an outcome where that was a write', () => {
    for (const { request, record } of ended) {
      const hasFailed = Number(record['status']) >= 400;
      const isWrite = request.method !== 'GET' && request.role !== 'RestorePoints.Search';
      const { operation, status } = record;
      expect([operation, status, 'problem' in record]).toEqual([operation, status, hasFailed]);
      expect([operation, status, 'outcome' in record]).toEqual([operation, status, hasFailed && isWrite]);
    }
  });

  it('a record says who asked, and for what, as soon as the token is valid', () => {
    for (const record of records) {
      const isKnown = !['unauthenticated', 'invalid_token'].includes(String(record['problem']));
      for (const name of ['tenant', 'subject', 'client', 'resource'])
        expect([record['problem'], name in record]).toEqual([record['problem'], isKnown]);
    }
  });

  it('a record names its stages up to the one that it ended in, and the waits of the last', () => {
    for (const record of records) {
      const stages = ['verifyMs', 'accessMs', 'parseMs', 'answerMs'].map((name) => name in record);
      const reached = stages.lastIndexOf(true);
      expect(stages).toEqual(stages.map((_, index) => index <= reached));
      const { problem, upstreamTries } = record;
      if (problem === undefined) expect(reached).toBe(3);
      if (['unauthenticated', 'invalid_token'].includes(String(problem))) expect(reached).toBe(0);
      if (problem === 'forbidden') expect(reached).toBe(1);
      if (problem === 'invalid_request' || problem === 'invalid_json') expect(reached).toBe(2);
      expect('upstreamMs' in record).toBe(upstreamTries !== undefined);
    }
  });

  it('a record bears the correlation id of its caller, a refused one too', () => {
    for (const { how, record } of ended) {
      expect([how, record['clientRequestId']]).toEqual([how, ends[how]?.headers?.['x-ms-client-request-id']]);
    }
  });

  it('a record says how often the upstream was called, and nothing of it where it was not', () => {
    for (const { upstreamTries, upstreamStatus, problem, operation } of records) {
      const isCalled = problem === undefined || String(problem).startsWith('upstream_');
      expect([operation, problem, upstreamTries !== undefined]).toEqual([operation, problem, isCalled]);
      if (!isCalled) expect(upstreamStatus).toBeUndefined();
    }
  });

  it('its examples are records as they are written: a success, a hit, a refusal, a failed write', async () => {
    const stranger = await stack.issueToken({ tid: tenants.fabrikam });
    const success = await end('', putJob, { headers: { 'x-ms-client-request-id': 'portal.42' } });
    const hit = await end('', (await end('', toUnseen(listEvents), {})).request, {});
    const refusal = await end('', readCustomer, { token: stranger });
    const failure = await end('', putAuthorization, { fault: { kind: 'reset', processed: true } });
    const live = [success, hit, refusal, failure].map(({ record }) => record);
    /** Whether a token is waited for is a matter of milliseconds. */
    const namesOf = ({ tokenMs: _, ...record }: Record<string, unknown>) => Object.keys(record).sort();
    expect(examples.map(namesOf)).toEqual(live.map(namesOf));
    const told = ({ operation, status, problem, outcome }: Record<string, unknown>) => [
      operation,
      status,
      problem,
      outcome,
    ];
    expect(examples.map(told)).toEqual(live.map(told));
  });
});

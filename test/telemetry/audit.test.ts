import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
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
beforeEach(() => stack.upstream.reset());

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
  text: (value) => typeof value === 'string' && value !== '' && !/\p{Cc}/u.test(value),
  time: (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(value)),
};

type Sent = Omit<Call, 'body'> & { readonly fault?: unknown; readonly query?: string; readonly body?: unknown };

/** Ways in which a request may end; the write ones are for writes. */
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
  return { how, request, answer, records: stack.log.slice(logged) };
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
const records = ended.flatMap((one) => one.records);

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
    for (const { how, answer, records: own } of ended) {
      const { status, requestId, cache, outcome } = own[0] ?? {};
      const {
        'x-ms-request-id': id,
        'cache-status': cacheStatus,
        'x-frontdesk-outcome': outcomeField,
      } = answer.headers;
      expect({ how, status, requestId, outcome }).toEqual({
        how,
        status: answer.status,
        requestId: id,
        outcome: outcomeField,
      });
      if (cacheStatus !== undefined) expect(cache).toBe(cacheStatus);
    }
  });

  it('a record has a problem exactly where the request failed, and an outcome where that was a write', () => {
    const writes = new Set(
      validRequests
        .filter(({ method, role }) => method !== 'GET' && role !== 'RestorePoints.Search')
        .map(({ operation }) => operation),
    );
    for (const { status, problem, outcome, operation } of records) {
      const hasFailed = Number(status) >= 400;
      expect([status, 'problem', problem !== undefined]).toEqual([status, 'problem', hasFailed]);
      expect([status, 'outcome', outcome !== undefined]).toEqual([
        status,
        'outcome',
        hasFailed && writes.has(String(operation)),
      ]);
    }
  });

  it('a record says who asked, and for what, as soon as the token is valid', () => {
    for (const record of records) {
      const isKnown = !['unauthenticated', 'invalid_token'].includes(String(record['problem']));
      for (const name of ['tenant', 'subject', 'client', 'resource'])
        expect([record['problem'], name in record]).toEqual([record['problem'], isKnown]);
    }
  });

  it('a record bears the correlation id of its caller, a refused one too', () => {
    for (const {
      how,
      records: [record],
    } of ended) {
      const due = ends[how]?.headers?.['x-ms-client-request-id'];
      expect({ how, id: record?.['clientRequestId'] }).toEqual({ how, id: due });
    }
  });

  it('a record says how often the upstream was called', () => {
    for (const {
      how,
      records: [record],
    } of ended) {
      const isCalled = /should|refus|failure|breaks|answer that/.test(how);
      expect({ how, isCalled: Number(record?.['upstreamTries'] ?? 0) > 0 }).toEqual({ how, isCalled });
    }
  });

  it('its examples are records as they are written: a success, a hit, a refusal, a failed write', async () => {
    const {
      records: [success],
    } = await end('', putJob, { headers: { 'x-ms-client-request-id': 'portal.42' } });
    const { request } = await end('', toUnseen(listEvents), {});
    const {
      records: [hit],
    } = await end('', request, {});
    const stranger = await stack.issueToken({ tid: tenants.fabrikam });
    const {
      records: [refusal],
    } = await end('', readCustomer, { token: stranger });
    const {
      records: [failure],
    } = await end('', putAuthorization, { fault: { kind: 'reset', processed: true } });
    const live = [success, hit, refusal, failure].map((record = {}) => record);
    const namesOf = (record: Record<string, unknown>) => Object.keys(record).sort();
    expect(examples.map(namesOf)).toEqual(live.map(namesOf));
    const told = (record: Record<string, unknown>) => [
      record['operation'],
      record['status'],
      record['problem'],
      record['outcome'],
      record['reason'],
    ];
    expect(examples.map(told)).toEqual(live.map(told));
  });
});

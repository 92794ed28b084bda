/** A success stays a success. */
import { describe, expect, it } from 'vitest';
import { sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import {
  authorizeCopy,
  deleteSession,
  listEvents,
  putJob,
  readCustomer,
  readItem,
  searchPoints,
  toRows,
  toUnseen,
  type ValidRequest,
} from '../support/valid-requests.ts';

/** One for each way in which a body is read: a resource without its secrets, and a response that is the secret. */
const writes = toRows([putJob, authorizeCopy]);

const stack = await startStack({ expectedAlerts: ['upstream_drift'] });

const send = (request: ValidRequest) => sendChanged(stack, request);
const respond = (fault: object, times = 1) => stack.upstream.fault({ times, fault });
const setMode = (writeBody: string) => stack.upstream.control('modes', { writeBody });
const lastRecord = () => stack.log.at(-1) ?? {};

describe(`C-40 a write that succeeded is a success,`, () => {
  it.each(
    writes.flatMap(([name, request]) => [
      [name, 'none', '', 'body', request] as const,
      [name, 'empty object', '{}', /\w/, request] as const,
    ]),
  )('%s: with the body "%s" too, as drift', async (_, mode, text, drift, request) => {
    await setMode(mode);
    const response = await send(request);
    expect([200, 201]).toContain(response.status);
    expect([response.text, response.headers['x-frontdesk-outcome']]).toEqual([text, undefined]);
    if (request.method === 'PUT') expect(response.headers['etag']).toMatch(/^[\da-f-]{36}$/);
    expect(lastRecord()).toMatchObject({ status: response.status, drift: expect.stringMatching(drift) });
    expect(lastRecord()).not.toHaveProperty('problem');
    expect(await stack.upstream.calls()).toHaveLength(1);
  });

  it.each(
    toRows([putJob, authorizeCopy, deleteSession]).flatMap(([name, request]) =>
      [200, 201, 203, 204, 205, 299].map((status) => [name, status, request] as const),
    ),
  )('%s: a %i is returned, with its entity tag', async (_, status, request) => {
    const body = status === 204 || status === 205 ? '' : { later: { clientSecret: 'canary' } };
    await respond({ kind: 'status', status, body, headers: { ETag: '"7"', 'Set-Cookie': 'canary' } });
    const response = await send(request);
    expect([response.status, response.headers['etag']]).toEqual([status, '"7"']);
    if (request !== authorizeCopy) expect(JSON.stringify(response)).not.toContain('canary');
  });

  it('a job that takes time is accepted, and nothing leads to the upstream', async () => {
    const request = { ...putJob, values: { ...putJob.values, jobName: 'slow-clicks' } };
    const response = await send(request);
    expect([response.status, response.text]).toEqual([202, '']);
    expect(response.headers).toMatchObject({ 'x-frontdesk-outcome': 'accepted', 'retry-after': '15' });
    expect(response.headers['etag']).toMatch(/^[\da-f-]{36}$/);
    expect(response.headers['location']).toMatch(/\/operations\/[\w-]{100,}$/);
    expect(JSON.stringify(response.headers)).not.toContain('/arm/');
    expect(lastRecord()).not.toHaveProperty('drift');
  });
});

describe(`C-53 a read passes on what is missing,`, () => {
  it.each(toRows([readCustomer, readItem]))('%s', async (_, request) => {
    await respond({ kind: 'patch', body: { id: null, later: true } });
    const response = await send(request);
    expect(response.status).toBe(200);
    expect(response.json).toMatchObject({ later: true });
    expect(response.json.id ?? undefined).toBeUndefined();
    expect(lastRecord()).toMatchObject({ drift: 'id' });
  });

  it.each([
    [
      'listHealthEvents',
      listEvents,
      { value: [{ id: '/events/1', title: 'odd' }, null, 5] },
      'value[].id, value[].name, value[].properties',
    ],
    [
      'searchRestorePoints',
      searchPoints,
      { searchResults: [{ artifactHitCount: 1 }, 7] },
      'searchResults[].restorePoint',
    ],
  ] as const)('%s, and does not store it', async (_, valid, body, drift) => {
    const request = toUnseen(valid);
    await respond({ kind: 'status', status: 200, body }, 2);
    for (let count = 0; count < 2; count++) {
      const response = await send(request);
      expect([response.status, response.json]).toEqual([200, body]);
      expect(response.headers['cache-status']).toBe('Frontdesk; fwd=uri-miss');
      expect(lastRecord()).toMatchObject({ drift, cache: 'Frontdesk; fwd=uri-miss' });
    }
    expect((await send(request)).headers['cache-status']).toBe('Frontdesk; fwd=uri-miss; stored');
    expect(await stack.upstream.calls()).toHaveLength(3);
  });

  it.each(toRows([readItem, listEvents, searchPoints]))(
    '%s takes text/json and a byte order mark',
    async (_, valid) => {
      const request = toUnseen(valid);
      const text = '{"id":"1","value":[],"searchResults":[]}';
      await respond({ kind: 'malformed', text: `\ufeff${text}`, contentType: 'text/json' });
      const response = await send(request);
      expect([response.status, response.text]).toEqual([200, text]);
      expect(lastRecord()).not.toHaveProperty('drift');
    },
  );
});

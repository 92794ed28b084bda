import { once } from 'node:events';
import { get } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { issueIdentityToken } from '../../dev/identity-token.ts';
import { companies, items, managedIdentity, restoreSessions, upstreamAudiences } from '../../dev/seed.ts';
import { startChaosProxy } from '../testbed/chaos-proxy.ts';
import { group, startUpstreamClient } from './upstream-client.ts';

const upstream = await startUpstreamClient();
const item = `/business/v2.0/companies(${companies.contoso})/items(${items.contoso.bicycle})`;
const session = `/graph/v1.0/solutions/backupRestore/restoreSessions/${restoreSessions.draft}`;

/** Reads a response on a separate connection until it ends or breaks off. */
async function readRaw(path: string) {
  const token = await issueIdentityToken(upstreamAudiences.business, 60, managedIdentity.clientId);
  const outgoing = get(upstream.url + path, { agent: false, headers: { authorization: `Bearer ${token}` } });
  const [incoming] = await once(outgoing, 'response');
  // A reset also emits an error on the request.
  outgoing.on('error', () => undefined);
  const chunks: Buffer[] = [];
  let code: string | undefined;
  try {
    for await (const chunk of incoming) chunks.push(chunk);
  } catch (error) {
    code = (error as NodeJS.ErrnoException).code ?? '';
  }
  const { headers }: { headers: NodeJS.Dict<string | string[]> } = incoming;
  return { body: Buffer.concat(chunks), chunks: chunks.length, headers, code };
}

describe('each kind of fault', () => {
  it('status: returns it with its headers and body', async () => {
    const error = { error: { code: 'Application_TooManyRequests', message: 'slow down' } };
    await upstream.fault({ fault: { kind: 'status', status: 429, headers: { 'retry-after': '2' }, body: error } });
    const { status, headers, json } = await upstream.send('GET', item);
    expect([status, headers.get('retry-after'), json]).toEqual([429, '2', error]);
  });

  it('status: returns text of any media type', async () => {
    await upstream.fault({
      fault: { kind: 'status', status: 502, body: '<h1>Bad gateway</h1>', contentType: 'text/html' },
    });
    const { status, headers, text } = await upstream.send('GET', item);
    expect([status, headers.get('content-type'), text]).toEqual([502, 'text/html', '<h1>Bad gateway</h1>']);
  });

  it('delay: returns the normal response later', async () => {
    await upstream.fault({ fault: { kind: 'delay', ms: 300 } });
    const order: string[] = [];
    const delayed = upstream.send('GET', item).then(({ status }) => order.push(`delayed ${status}`));
    await upstream.calls().then(() => order.push('other'));
    await delayed;
    expect(order).toEqual(['other', 'delayed 200']);
  });

  it('hang: never responds', async () => {
    await upstream.fault({ fault: { kind: 'hang' } });
    await expect(fetch(upstream.url + item, { signal: AbortSignal.timeout(100) })).rejects.toThrow('timeout');
  });

  it('reset: cuts the connection before the first header', async () => {
    await upstream.fault({ fault: { kind: 'reset' } });
    await expect(upstream.send('GET', item)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  });

  it('reset-mid-body: cuts the connection after some of the body', async () => {
    await upstream.fault({ fault: { kind: 'reset-mid-body', bytes: 10 } });
    const { body, code } = await readRaw(item);
    expect([body.length, code]).toEqual([10, 'ECONNRESET']);
  });

  it('truncate: ends the connection before the Content-Length', async () => {
    await upstream.fault({ fault: { kind: 'truncate', bytes: 10 } });
    const { body, headers, code } = await readRaw(item);
    expect(body.length).toBe(10);
    expect(Number(headers['content-length'])).toBeGreaterThan(10);
    expect(code).toBe('ECONNRESET');
  });

  it('drip: sends the whole body, slowly', async () => {
    await upstream.fault({ fault: { kind: 'drip', bytes: 100, ms: 20 } });
    const { body, chunks } = await readRaw(item);
    expect(JSON.parse(body.toString()).displayName).toBe('Bicycle');
    expect(chunks).toBeGreaterThan(1);
  });

  it('malformed: returns 200 with the given text', async () => {
    await upstream.fault({ fault: { kind: 'malformed', text: '{"id":' } });
    const { status, headers, text } = await upstream.send('GET', item);
    expect([status, headers.get('content-type'), text]).toEqual([200, 'application/json', '{"id":']);
  });

  it('html: returns 200 with a sign-in page', async () => {
    await upstream.fault({ fault: { kind: 'html' } });
    const { status, headers, text } = await upstream.send('GET', item);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    expect(text).toContain('Sign in to the network');
  });

  it('big: returns a JSON string of the given length, with or without Content-Length', async () => {
    await upstream.fault({ fault: { kind: 'big', bytes: 200_000 } });
    const announced = await upstream.send('GET', item);
    expect(announced.json).toHaveLength(199_998);
    expect(announced.headers.get('content-length')).toBe('200000');
    await upstream.fault({ fault: { kind: 'big', bytes: 200_000, chunked: true } });
    const chunked = await upstream.send('GET', item);
    expect(chunked.json).toHaveLength(199_998);
    expect(chunked.headers.get('content-length')).toBeNull();
  });

  it('gzip-bomb: returns a small body that inflates to the given length', async () => {
    await upstream.fault({ fault: { kind: 'gzip-bomb', bytes: 5_000_000 } });
    const { body, headers } = await readRaw(item);
    expect(headers['content-encoding']).toBe('gzip');
    expect(body.length).toBeLessThan(20_000);
    expect(gunzipSync(body)).toHaveLength(5_000_000);
  });

  it('headers: adds headers to the normal response and replaces its own', async () => {
    const headers = { location: 'https://internal.example/x', server: 'other', 'set-cookie': ['a=1', 'b=2'] };
    await upstream.fault({ fault: { kind: 'headers', headers } });
    const response = await upstream.send('GET', item);
    expect(response.json.displayName).toBe('Bicycle');
    expect([response.headers.get('location'), response.headers.get('server')]).toEqual([headers.location, 'other']);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  it('patch: merges members into the normal response; null removes one', async () => {
    await upstream.fault({ fault: { kind: 'patch', body: { nested: { secret: 's' }, id: null } } });
    const { json } = await upstream.send('GET', item);
    expect(json).toMatchObject({ displayName: 'Bicycle', nested: { secret: 's' } });
    expect(json).not.toHaveProperty('id');
  });
});

const job = `${group}/providers/Vendor.StreamAnalytics/streamingjobs/visits?api-version=2020-03-01`;
const sent = { location: ' West Europe ', tags: { Team: 'Web' }, properties: { sku: { name: 'Standard' } } };

describe('a server that does something else than it says', () => {
  it('answers 500 without doing it', async () => {
    await upstream.fault({ fault: { kind: 'status', status: 500 } });
    expect((await upstream.send('PUT', job, { body: sent })).status).toBe(500);
    expect((await upstream.send('GET', job)).status).toBe(404);
  });

  it.each(['hang', 'reset'])('does it and does not answer: %s', async (kind) => {
    await upstream.fault({ fault: { kind, processed: true } });
    const lost = fetch(upstream.url + session, {
      method: 'DELETE',
      headers: {
        authorization: `Bearer ${await issueIdentityToken(upstreamAudiences.graph, 60, managedIdentity.clientId)}`,
      },
      signal: AbortSignal.timeout(300),
    });
    await expect(lost).rejects.toThrow();
    expect((await upstream.send('DELETE', session)).status).toBe(404);
  });

  it.each([false, true])('stores other values than were sent; the response is lost: %s', async (lost) => {
    const body = { tags: null, properties: { outputErrorPolicy: 'Drop' } };
    const texts = { location: 'trimmed' };
    await upstream.fault({ method: 'PUT', fault: { kind: 'rewrite', body, texts, lost } });
    const written = await upstream.send('PUT', job, { body: sent }).catch(() => undefined);
    expect(written?.status).toBe(lost ? undefined : 201);
    const { json } = await upstream.send('GET', job);
    expect(json).toMatchObject({ location: 'West Europe', properties: { outputErrorPolicy: 'Drop' } });
    expect(json).not.toHaveProperty('tags');
  });

  it('normalises the case of a text', async () => {
    await upstream.fault({ fault: { kind: 'rewrite', texts: { location: 'lower case' } } });
    expect((await upstream.send('PUT', job, { body: sent })).json.location).toBe(' west europe ');
  });

  it.each([-3600, 86_400])('dates a response %i seconds off', async (seconds) => {
    await upstream.fault({ fault: { kind: 'misdate', seconds } });
    const { headers } = await upstream.send('GET', item);
    expect(Math.abs(Date.parse(headers.get('date') ?? '') - Date.now() - seconds * 1_000)).toBeLessThan(60_000);
  });

  it('a connection misdates whatever server is behind it', async () => {
    const proxy = await startChaosProxy();
    proxy.forwardTo(Number(new URL(upstream.url).port));
    await proxy.injectFault({ kind: 'misdate', seconds: 7_200 });
    const { headers } = await fetch(`http://127.0.0.1:${proxy.port}/_control/calls`);
    await proxy.close();
    expect(Math.abs(Date.parse(headers.get('date') ?? '') - Date.now() - 7_200_000)).toBeLessThan(60_000);
  });
});

describe('which calls get a fault', () => {
  const teapot = { kind: 'status', status: 418 };
  const statusesOf = async (count: number) => {
    const statuses: number[] = [];
    for (let call = 0; call < count; call += 1) statuses.push((await upstream.send('GET', item)).status);
    return statuses;
  };

  it('applies once by default', async () => {
    await upstream.fault({ fault: teapot });
    expect(await statusesOf(2)).toEqual([418, 200]);
  });

  it('applies `times` times, after `after` calls', async () => {
    await upstream.fault({ after: 1, times: 2, fault: teapot });
    expect(await statusesOf(4)).toEqual([200, 418, 418, 200]);
  });

  it('applies faults in the order they were added', async () => {
    await upstream.fault({ fault: teapot });
    await upstream.fault({ fault: { kind: 'status', status: 503 } });
    expect(await statusesOf(3)).toEqual([418, 503, 200]);
  });

  it('applies only to the API, method and path of the rule', async () => {
    for (const rule of [{ api: 'arm' }, { method: 'PUT' }, { path: '/customers(' }]) {
      await upstream.fault({ ...rule, fault: teapot });
    }
    expect(await statusesOf(1)).toEqual([200]);
    await upstream.fault({ api: 'business', method: 'GET', path: 'items(', fault: teapot });
    expect(await statusesOf(1)).toEqual([418]);
  });

  it.each([
    [false, 204],
    [true, 404],
  ])('processed %s: decides whether a write takes effect', async (processed, status) => {
    await upstream.fault({ fault: { kind: 'reset', processed } });
    await expect(upstream.send('DELETE', session)).rejects.toThrow();
    expect((await upstream.send('DELETE', session)).status).toBe(status);
  });

  it.each([
    [{}, 'fault'],
    [{ fault: { kind: 'explode' } }, 'fault.kind'],
    [{ fault: { kind: 'delay' } }, 'ms'],
    [{ fault: { kind: 'delay', ms: 1, seconds: 1 } }, 'seconds'],
    [{ fault: { kind: 'status', status: 101 } }, 'status'],
    [{ fault: { kind: 'drip', bytes: 1, ms: 1, processed: false } }, 'processed'],
    [{ api: 'azure', fault: { kind: 'hang' } }, 'api'],
    [{ time: 2, fault: { kind: 'hang' } }, 'time'],
  ])('rejects the rule %j: one that never applies hides a bug', async (rule, named) => {
    await expect(upstream.fault(rule)).rejects.toThrow(new RegExp(`400.*${named}`));
  });
});

import { describe, expect, it } from 'vitest';
import { buildItemPath, buildStreamingJob, buildStreamingJobPath, grantEverything } from '../support/builders.ts';
import { startStack, type TestRequest } from '../support/stack.ts';

const stack = await startStack({ settings: { ACCESS_POLICY: grantEverything } });

const calls = () => stack.upstream.calls();
const getItem = (request: TestRequest = {}) => stack.send('GET', buildItemPath(), request);
const putJob = (request: TestRequest = {}) =>
  stack.send('PUT', buildStreamingJobPath(), { body: buildStreamingJob(), ...request });

describe('invalid responses', () => {
  it.each([301, 302, 303, 307, 308])('a %i is not followed', async (status) => {
    const headers = { Location: `${stack.upstream.url}/business/v2.0${buildItemPath()}` };
    await stack.upstream.fault({ api: 'business', fault: { kind: 'status', status, headers } });
    const response = await getItem();
    expect([response.status, response.json.error.code]).toEqual([502, 'upstream_invalid_response']);
    expect(response.headers).not.toHaveProperty('location');
    expect(await calls()).toHaveLength(1);
  });

  it.each([202, 204, 206])('a %i is no success of a read', async (status) => {
    await stack.upstream.fault({ api: 'business', fault: { kind: 'status', status, body: '' } });
    const response = await getItem();
    expect([response.status, response.json.error.code]).toEqual([502, 'upstream_invalid_response']);
  });

  it('C-40 a 202 to a write is relayed without the addresses of its progress', async () => {
    const headers = { Location: `${stack.upstream.url}/operations/1`, 'Retry-After': '5' };
    await stack.upstream.fault({ api: 'arm', fault: { kind: 'status', status: 202, headers, body: '' } });
    const response = await putJob();
    expect([response.status, response.text]).toEqual([202, '']);
    expect(response.headers).toMatchObject({ 'x-frontdesk-outcome': 'accepted', 'retry-after': '5' });
    expect(response.headers).not.toHaveProperty('location');
  });

  it.each([
    ['cut off', { kind: 'malformed', text: '{"id":"1' }],
    ['HTML', { kind: 'malformed', text: '<html>', contentType: 'text/html' }],
    ['JSON by another name', { kind: 'malformed', text: '{"id":"x"}', contentType: 'text/plain' }],
    ['an array', { kind: 'malformed', text: '[]' }],
    ['empty', { kind: 'malformed', text: '' }],
    ['larger than its upstream’s limit, as announced', { kind: 'big', bytes: 9 * 1024 * 1024 }],
    ['larger than its upstream’s limit, unannounced', { kind: 'big', bytes: 9 * 1024 * 1024, chunked: true }],
    ['compressed though nobody asked', { kind: 'gzip-bomb', bytes: 20 * 1024 * 1024 }],
  ])('a body that is %s returns 502', async (_, fault) => {
    await stack.upstream.fault({ api: 'business', fault });
    const response = await getItem();
    expect([response.status, response.json.error.code]).toEqual([502, 'upstream_invalid_response']);
    expect(response.json.error.message).toBe('The upstream returned an unusable response.');
    expect(await calls()).toHaveLength(1);
  });
});

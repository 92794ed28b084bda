import { expect, it } from 'vitest';
import { startLongRunning } from '../support/long-running.ts';

const { stack, path, results, address, toLocation, put, putPending, respondToPoll, poll } = await startLongRunning();

it('the addresses of a pending write lead through Frontdesk, and nothing else of the upstream is in them (C-61)', async () => {
  const progress = toLocation(results.replace('/1?', '/2?'));
  const { status, headers } = await putPending({ location: toLocation(), 'azure-asyncoperation': progress });
  expect([status, headers['x-frontdesk-outcome']]).toEqual([202, 'accepted']);
  expect(stack.log.at(-1)).not.toHaveProperty('drift');
  expect(headers['location']).toMatch(address);
  expect(headers['azure-asyncoperation']).toMatch(address);
  expect(headers['location']).not.toBe(headers['azure-asyncoperation']);
  expect(headers['access-control-expose-headers']).toMatch(/Azure-AsyncOperation.*Location/);
});

const [job = ''] = path.split('?');
const group = job.split('/').slice(0, 5).join('/');
const elsewhere = (from: string, to: string) => `/arm${results.replace(from, to)}`;

it.each([
  `${job}/operationresults/1`,
  `${job}/operationStatuses/1`,
  `${group}/providers/Vendor.StreamAnalytics/operationresults/1`,
  `${group}/providers/vendor.streamanalytics/locations/west/asyncOperations/1`,
])(
  'an operation of the written resource, of its service or of what it belongs to is followed: %s (C-61)',
  async (target) => {
    const { headers } = await putPending({ location: toLocation(target) });
    expect(headers['location']).toMatch(address);
  },
);

it.each([
  'https://elsewhere.example/arm/operations/1',
  '//elsewhere.example/arm/operations/1',
  '/other/operations/1',
  '/arm/../other/operations/1',
  elsewhere(results.split('/')[2] ?? '', '00000000-0000-4000-8000-000000000009'),
  elsewhere('Vendor.StreamAnalytics', 'Vendor.Compute'),
  elsewhere('/locations', '/locations/west/secrets'),
  elsewhere('operationresults', 'secrets'),
  elsewhere('operationresults/1', 'operationresults/1/listKeys'),
  elsewhere('operationresults/1', 'operationresults/1/providers/Vendor.Compute/x'),
  elsewhere('operationresults/1', 'operationresults/1%2F..%2FlistKeys'),
  elsewhere('operationresults/1', 'operationresults/1%5c..%5clistKeys'),
  `/arm${job}`,
  `/arm${job}s/operationresults/1`,
  `/arm${job.replace(/[^/]+$/, 'other')}/operationresults/1`,
  `/arm${group}/operationresults/1`,
  `/arm${group.replace(/[^/]+$/, 'rg-other')}/providers/Vendor.StreamAnalytics/operationresults/1`,
  'no url at all',
])('an address that leads elsewhere is left out: %s (C-66)', async (location) => {
  const { status, headers } = await putPending({ location });
  expect(status).toBe(202);
  expect(headers).not.toHaveProperty('location');
  expect(stack.log.at(-1)?.['drift']).toBe('location');
});

it('an address with a certificate fits into ours; one that no request could hold is left out, and the write is a success (C-66)', async () => {
  const sent = (length: number) => ({ location: `${toLocation()}&c=${'M'.repeat(length)}` });
  const { headers } = await putPending(sent(3_500));
  await respondToPoll(200);
  expect((await poll(headers['location'])).status).toBe(200);
  const { status, headers: without } = await putPending(sent(6_000));
  expect([status, without['location']]).toEqual([202, undefined]);
});

it('a relative address is one of the upstream (C-66)', async () => {
  const { headers } = await putPending({ location: `/arm${results}` });
  await respondToPoll(200);
  await poll(headers['location']);
  expect((await stack.upstream.calls()).at(-1)?.path).toBe(`/arm${results}`);
});

it('a write that is done, and a read, have no address (C-67)', async () => {
  const headers = { location: toLocation(), 'azure-asyncoperation': toLocation() };
  const add = (method: string, headers: Record<string, string>) =>
    stack.upstream.fault({ api: 'arm', method, fault: { kind: 'headers', headers } });
  await add('PUT', { location: toLocation() });
  expect((await put()).headers).not.toHaveProperty('location');
  await add('GET', headers);
  const read = await stack.send('GET', path);
  for (const name of Object.keys(headers)) expect(read.headers).not.toHaveProperty(name);
});

it('a poll is one GET of the upstream’s address, byte for byte, with the managed identity (C-62)', async () => {
  const { headers } = await putPending();
  await respondToPoll(202, { headers: { location: toLocation(results.replace('/1?', '/3?')), 'retry-after': '7' } });
  const polled = await poll(headers['location']);
  expect([polled.status, polled.headers['retry-after']]).toEqual([202, '7']);
  expect(polled.headers['location']).toMatch(address);
  expect(polled.headers['location']).not.toBe(headers['location']);
  const calls = (await stack.upstream.calls()).filter(({ method }) => method === 'GET');
  expect(calls.map(({ path }) => path)).toEqual([`/arm${results}`]);
  expect(calls[0]?.headers['authorization']).toMatch(/^Bearer /);
  expect(stack.log.at(-1)).toMatchObject({ operation: 'getOperation', resource: path.split('?')[0], status: 202 });
});

it('after a pending poll without an address, the old one serves on (C-63)', async () => {
  const { headers } = await putPending();
  await respondToPoll(202, { headers: { 'retry-after': '7' } });
  const polled = await poll(headers['location']);
  expect([polled.status, polled.headers['location']]).toEqual([202, undefined]);
  await respondToPoll(200);
  expect((await poll(headers['location'])).status).toBe(200);
});

it.each([200, 201, 204])('the end is the upstream’s, with its body but no secret: %i (C-63)', async (status) => {
  const { headers } = await putPending();
  const body = { properties: { status: 'Succeeded', password: 'p' } };
  await respondToPoll(status, status === 204 ? {} : { body });
  const ended = await poll(headers['location']);
  expect(ended.status).toBe(status);
  expect(ended.headers).not.toHaveProperty('location');
  if (status !== 204) expect(ended.json).toEqual({ properties: { status: 'Succeeded' } });
});

it('the progress of an Azure-AsyncOperation comes with its Retry-After (C-63)', async () => {
  const { headers } = await putPending({ 'azure-asyncoperation': toLocation(results.replace('/1?', '/2?')) });
  await respondToPoll(200, { headers: { 'retry-after': '3' }, body: { status: 'InProgress' } });
  const { status, json, headers: polled } = await poll(headers['azure-asyncoperation']);
  expect([status, json, polled['retry-after']]).toEqual([200, { status: 'InProgress' }, '3']);
});

it('a write that failed is the upstream’s error, and no outcome of the poll (C-64)', async () => {
  const { headers } = await putPending();
  await respondToPoll(409, { body: { error: { code: 'JobFailed', message: 'The job failed.' } } });
  const failed = await poll(headers['location']);
  expect([failed.status, failed.json.error.code]).toEqual([409, 'JobFailed']);
  expect(failed.headers).not.toHaveProperty('x-frontdesk-outcome');
});

it.each(['x', '0'.repeat(64), '%27', 'a%2fb'])('an invalid id is 400: %s (C-65)', async (id) => {
  expect((await poll(`/operations/${id}`)).status).toBe(400);
});

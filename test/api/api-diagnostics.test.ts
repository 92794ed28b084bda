import { describe, expect, it } from 'vitest';
import { managed } from '../../dev/seed.ts';
import { ApiDiagnostic, ApiDiagnosticList } from '../../tools/openapi/contracts/management.ts';
import { buildDiagnostic, buildDiagnosticPath, grantEverything } from '../support/builders.ts';
import { service, testList } from '../support/list-tests.ts';
import { startStack, type TestRequest } from '../support/stack.ts';

const stack = await startStack({ settings: { ACCESS_POLICY: grantEverything } });

const path = buildDiagnosticPath();
/** With quotes, as the service writes it; streaming jobs have theirs without. */
const TAG = /^"[\w+/]+=*"$/;
const put = (call: TestRequest, target = path) => stack.send('PUT', target, { body: buildDiagnostic(), ...call });

describe('a write', () => {
  it('creates with 201 and updates with 200 (S1-13, S1-84, C-14)', async () => {
    const created = await put({});
    const updated = await put({ headers: { 'if-match': created.headers['etag'] ?? '' } });
    expect([created.status, updated.status]).toEqual([201, 200]);
    for (const { headers, json } of [created, updated]) {
      expect(headers['etag']).toMatch(TAG);
      expect(ApiDiagnostic.parse(json)).toMatchObject({
        id: path.split('?')[0],
        name: 'monitor',
        type: 'Vendor.ApiManagement/service/apis/diagnostics',
        properties: { loggerId: '/loggers/insights' },
      });
    }
  });

  it('injects nothing: drops the identity that the server sets, and relays the rest byte for byte (S1-21, S1-24)', async () => {
    const rest = '"properties":{"loggerId":"/l", "sampling":{"percentage":1e1}, "later":1.10}';
    const { status, json } = await put({ body: `{"name":"y","id":"/x","type":"z",${rest}}` });
    expect([status, json.properties.enableHttpCorrelationHeaders]).toEqual([201, true]);
    expect((await stack.lastCall())?.body).toBe(`{${rest}}`);
  });
});

// Also C-13.
it.each(['2019-01-01', 'latest'])('is read with its ETag, in version %s (R-02)', async (version) => {
  const target = buildDiagnosticPath({ diagnosticId: managed.diagnostic }, `api-version=${version}`);
  const { status, headers, json } = await stack.send('GET', target);
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(headers['etag']).toMatch(TAG);
  expect(ApiDiagnostic.parse(json)).toMatchObject({ properties: { verbosity: 'information' } });
});

it('HEAD has the status and the headers of GET (R-29)', async () => {
  for (const diagnosticId of [managed.diagnostic, 'none']) {
    const target = buildDiagnosticPath({ diagnosticId });
    const [head, get] = [await stack.send('HEAD', target), await stack.send('GET', target)];
    expect([head.status, head.text, head.headers['etag']]).toEqual([get.status, '', get.headers['etag']]);
    expect(Object.keys(head.headers).toSorted()).toEqual(Object.keys(get.headers).toSorted());
  }
});

it('a PATCH changes what its body has, with the ETag that it requires (R-28)', async () => {
  const created = await put({});
  const patch = (properties: unknown, headers = {}) => stack.send('PATCH', path, { body: { properties }, headers });
  expect((await patch({ verbosity: 'error' })).status).toBe(400);
  const { status, headers, json } = await patch({ verbosity: 'error' }, { 'if-match': created.headers['etag'] });
  expect([status, json.properties]).toEqual([200, { ...created.json.properties, verbosity: 'error' }]);
  expect(headers['etag']).toMatch(TAG);
  const invalid = await patch({ sampling: { percentage: 101 } }, { 'if-match': '*' });
  expect(invalid.json.error.details).toMatchObject([{ target: 'properties.sampling.percentage' }]);
});

it('a DELETE requires If-Match, and deletes what its ETag names (R-27)', async () => {
  const { headers } = await put({});
  const remove = (tag?: string) => stack.send('DELETE', path, { headers: tag ? { 'if-match': tag } : {} });
  expect((await remove()).json.error.details).toMatchObject([{ code: 'missing_parameter', target: 'if-match' }]);
  expect((await remove('"other"')).status).toBe(412);
  expect((await remove(headers['etag'])).status).toBe(200);
  expect([(await stack.send('GET', path)).status, (await remove('*')).status]).toEqual([404, 204]);
});

testList(stack, {
  rule: 'R-14',
  path: `${service}/apis/${managed.api}/diagnostics?api-version=2024-05-01`,
  schema: ApiDiagnosticList,
  page: { size: 1, count: 2, total: 2 },
  prepare: () => put({}),
});

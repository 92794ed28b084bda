import { describe, expect, it } from 'vitest';
import { ApiDiagnostic } from '../../tools/openapi/contracts/management.ts';
import { buildDiagnostic, buildDiagnosticPath, grantEverything } from '../support/builders.ts';
import { listFailures } from '../support/list-failures.ts';
import { startStack, type TestRequest } from '../support/stack.ts';

const stack = await startStack({ settings: { ACCESS_POLICY: grantEverything } });

const path = buildDiagnosticPath();
const put = (call: TestRequest, target = path) => stack.send('PUT', target, { body: buildDiagnostic(), ...call });
const lastCall = async () => (await stack.upstream.calls()).at(-1);

/** S1-84: the versions listed for the resource type, in its order. */
const versions = `latest, 2025-03-01-preview, 2024-10-01-preview, 2024-06-01-preview, 2024-05-01, 2023-09-01-preview,
  2023-05-01-preview, 2023-03-01-preview, 2022-09-01-preview, 2022-08-01, 2022-04-01-preview, 2021-12-01-preview, 2021-08-01,
  2021-04-01-preview, 2021-01-01-preview, 2020-12-01, 2020-06-01-preview, 2019-12-01, 2019-12-01-preview, 2019-01-01,
  2018-06-01-preview, 2018-01-01, 2017-03-01`.split(/,\s+/);

describe('document 1, API diagnostic', () => {
  it('S1-13, S1-84, C-14 is created with 201 and updated with 200', async () => {
    const created = await put({});
    const updated = await put({ headers: { 'if-match': created.headers['etag'] ?? '' } });
    expect([created.status, updated.status]).toEqual([201, 200]);
    for (const { headers, json } of [created, updated]) {
      expect(headers['etag']).toMatch(/^[\da-f-]{36}$/);
      expect(ApiDiagnostic.parse(json)).toMatchObject({
        id: path.split('?')[0],
        name: 'monitor',
        type: 'Vendor.ApiManagement/service/apis/diagnostics',
        properties: { loggerId: '/loggers/insights' },
      });
    }
  });

  it('S1-13, S1-16, S1-17, S1-18, S1-19, S1-20, S1-21, S1-22, S1-23 accepts every member, and relays the body byte for byte', async () => {
    const message = { body: { bytes: 8192 }, headers: ['Content-Type', 'x-id'] };
    const pipeline = { request: message, response: message };
    const body = JSON.stringify(
      buildDiagnostic({
        alwaysLog: 'allErrors',
        sampling: { percentage: 100, samplingType: 'fixed' },
        frontend: pipeline,
        backend: pipeline,
        enableHttpCorrelationHeaders: false,
        httpCorrelationProtocol: 'W3C',
        verbosity: 'verbose',
      }),
      undefined,
      3,
    );
    const response = await put({ body });
    expect(response.status).toBe(201);
    expect(ApiDiagnostic.parse(response.json)).toMatchObject(JSON.parse(body));
    expect((await lastCall())?.body).toBe(body);
  });

  it('S1-21 gets enableHttpCorrelationHeaders true from the upstream: nothing is injected', async () => {
    const body = JSON.stringify(buildDiagnostic());
    const { json } = await put({ body });
    expect((await lastCall())?.body).toBe(body);
    expect(json.properties.enableHttpCorrelationHeaders).toBe(true);
  });

  it('S1-15, S1-16, S1-17, S1-18, S1-19, S1-20 lists every invalid member with its path, and sends nothing upstream', async () => {
    const properties = {
      alwaysLog: 'all',
      sampling: { percentage: 101, samplingType: 'adaptive' },
      frontend: { request: { body: { bytes: 8193 }, headers: 'x-id' } },
      backend: { response: { body: { bytes: 1.5 }, headers: ['x-id', 1] } },
      enableHttpCorrelationHeaders: 'yes',
      httpCorrelationProtocol: 'B3',
      verbosity: 'debug',
    };
    const response = await put({ body: { properties } });
    expect(response.status).toBe(400);
    expect(listFailures(response)).toEqual([
      'properties.loggerId: is required',
      'properties.alwaysLog: must be allErrors',
      'properties.sampling.percentage: must be an integer between 0 and 100',
      'properties.sampling.samplingType: must be fixed',
      'properties.frontend.request.body.bytes: must be an integer of at most 8192',
      'properties.frontend.request.headers: must be an array',
      'properties.backend.response.body.bytes: must be an integer of at most 8192',
      'properties.backend.response.headers[1]: must be a string',
      'properties.enableHttpCorrelationHeaders: must be true or false',
      'properties.httpCorrelationProtocol: must be one of Legacy, None, W3C',
      'properties.verbosity: must be one of error, information, verbose',
    ]);
    expect(await stack.upstream.calls()).toEqual([]);
  });

  it('S1-24 drops the identity that the server sets from a request and relays the rest byte for byte', async () => {
    const rest = '"properties":{"loggerId":"/l", "sampling":{"percentage":1e1}, "later":1.10}';
    expect((await put({ body: `{"name":"y","id":"/x","type":"z",${rest}}` })).status).toBe(201);
    expect((await lastCall())?.body).toBe(`{${rest}}`);
  });
});

describe('document 1, Versioning, API diagnostics', () => {
  it.each(versions)('S1-84, C-13 supports api-version %s', async (version) => {
    expect((await put({}, buildDiagnosticPath({}, `api-version=${version}`))).status).toBe(201);
    expect((await lastCall())?.path).toMatch(new RegExp(`/arm.*\\?api-version=${version}$`));
  });
});

import { describe, expect, it } from 'vitest';
import { managed, subscriptions } from '../../dev/seed.ts';
import { group, startUpstreamClient } from './upstream-client.ts';

const vendor = await startUpstreamClient();
const microsoft = await startUpstreamClient({ profile: 'microsoft' });
const guid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** A path of the gateway-management service. */
const gateway = (rest: string, version = '2024-05-01', namespace = 'Vendor') =>
  `${group}/providers/${namespace}.ApiManagement/service/shop-gateway${rest}?api-version=${version}`;

describe('PUT authorization', () => {
  const path = gateway('/authorizationProviders/aad/authorizations/orders');
  const code = { properties: { authorizationType: 'OAuth2', oauth2grantType: 'AuthorizationCode' } };
  const connected = { properties: { ...code.properties, parameters: { clientId: 'app', clientSecret: 's3cret' } } };

  it('returns 201 with an unquoted ETag, id, name and type when it creates', async () => {
    const { status, headers, json } = await vendor.send('PUT', path, { body: code });
    expect(status).toBe(201);
    expect(headers.get('etag')).toMatch(guid);
    expect(json).toMatchObject({
      id: new URL(path, 'http://x').pathname.replace('/arm', ''),
      name: 'orders',
      type: 'Vendor.ApiManagement/service/authorizationProviders/authorizations',
    });
  });

  it('is Error and Unauthenticated with grant type AuthorizationCode and no parameters', async () => {
    const { json } = await vendor.send('PUT', path, { body: code });
    expect(json.properties).toEqual({
      ...code.properties,
      status: 'Error',
      error: { code: 'Unauthenticated', message: 'This connection is not authenticated.' },
    });
  });

  it('is Connected with clientId and clientSecret, reports ClientCredentials and gives back only clientId', async () => {
    const { json, text } = await vendor.send('PUT', path, { body: connected });
    expect(json.properties).toEqual({
      authorizationType: 'OAuth2',
      oauth2grantType: 'ClientCredentials',
      parameters: { clientId: 'app' },
      status: 'Connected',
    });
    expect(text).not.toContain('s3cret');
  });

  it('returns 200 with a new ETag when it updates', async () => {
    const created = await vendor.send('PUT', path, { body: code });
    const etag = created.headers.get('etag') ?? '';
    const updated = await vendor.send('PUT', path, { body: connected, headers: { 'if-match': etag } });
    expect(updated.status).toBe(200);
    expect(updated.headers.get('etag')).not.toBe(etag);
    expect((await vendor.send('PUT', path, { body: code, headers: { 'if-match': '*' } })).status).toBe(200);
  });

  it('requires If-Match when updating', async () => {
    await vendor.send('PUT', path, { body: code });
    const { status, json } = await vendor.send('PUT', path, { body: code });
    expect(status).toBe(400);
    expect(json.error.code).toBe('IfMatchRequired');
  });

  it('keeps the stored secret if an update has none', async () => {
    await vendor.send('PUT', path, { body: connected });
    const body = { properties: { ...code.properties, parameters: { clientId: 'app', clientSecret: null } } };
    const { json } = await vendor.send('PUT', path, { body, headers: { 'if-match': '*' } });
    expect(json.properties.status).toBe('Connected');
  });

  it('lets the microsoft profile update without If-Match', async () => {
    const live = gateway('/authorizationProviders/aad/authorizations/orders', '2024-05-01', 'Microsoft');
    await microsoft.send('PUT', live, { body: code });
    expect((await microsoft.send('PUT', live, { body: code })).status).toBe(200);
  });

  it('overwrites in spite of If-None-Match, which the service does not document', async () => {
    const headers = { 'if-match': '*', 'if-none-match': '*' };
    await vendor.send('PUT', path, { body: code });
    expect((await vendor.send('PUT', path, { body: code, headers })).status).toBe(200);
  });

  it('returns 412 for an If-Match that is stale, quoted or of an absent entity', async () => {
    expect((await vendor.send('PUT', path, { body: code, headers: { 'if-match': '*' } })).status).toBe(412);
    const etag = (await vendor.send('PUT', path, { body: code })).headers.get('etag');
    for (const stale of ['1', `"${etag}"`]) {
      const { status, json } = await vendor.send('PUT', path, { body: code, headers: { 'if-match': stale } });
      expect([status, json.error.code]).toEqual([412, 'PreconditionFailed']);
    }
  });

  it('finds a resource in any casing of its id and keeps the first one', async () => {
    await vendor.send('PUT', path, { body: code });
    const shouted = path.replace('resourceGroups', 'RESOURCEGROUPS').replace('orders', 'ORDERS');
    const { status, json } = await vendor.send('PUT', shouted, { body: code, headers: { 'if-match': '*' } });
    expect([status, json.name]).toEqual([200, 'orders']);
  });

  it.each([
    ['another api-version', path.replace('2024-05-01', '2019-01-01'), code, 400, 'InvalidApiVersionParameter'],
    ['no api-version', path.split('?')[0] ?? '', code, 400, 'MissingApiVersionParameter'],
    ['a serviceName that ends with a hyphen', path.replace('shop-gateway', 'shop-'), code, 400, 'ValidationError'],
    ['an authorizationId with a forbidden sign', path.replace('orders', 'a%2Bb'), code, 400, 'ValidationError'],
    ['an unknown subscription', path.replace(subscriptions.contoso, 'x'), code, 404, 'SubscriptionNotFound'],
    ['a grant type that is not listed', path, { properties: { oauth2grantType: 'Implicit' } }, 400, 'ValidationError'],
    ['a body that is no JSON', path, '{', 400, 'InvalidRequestContent'],
  ])('refuses %s', async (_, target, body, status, errorCode) => {
    const response = await vendor.send('PUT', target, { body });
    expect([response.status, response.json.error.code]).toEqual([status, errorCode]);
  });

  it('lists the supported versions when it refuses one', async () => {
    const { json } = await vendor.send('PUT', path.replace('2024-05-01', '2000-01-01'), { body: code });
    expect(json.error.message).toContain('2024-05-01');
  });
});

describe('PUT API diagnostic', () => {
  const rest = '/apis/orders/diagnostics/applicationinsights';
  const body = { properties: { loggerId: '/loggers/insights' } };

  it.each(['2019-01-01', '2024-05-01', '2025-03-01-preview', '2017-03-01'])('speaks version %s', async (version) => {
    const { status, headers, json } = await vendor.send('PUT', gateway(rest, version), { body });
    expect(status).toBe(201);
    expect(headers.get('etag')).toMatch(guid);
    expect(json).toMatchObject({
      name: 'applicationinsights',
      type: 'Vendor.ApiManagement/service/apis/diagnostics',
      properties: { loggerId: '/loggers/insights', enableHttpCorrelationHeaders: true },
    });
  });

  it('returns 200 for an update, 412 for a stale If-Match', async () => {
    await vendor.send('PUT', gateway(rest), { body });
    expect((await vendor.send('PUT', gateway(rest), { body })).status).toBe(200);
    expect((await vendor.send('PUT', gateway(rest), { body, headers: { 'if-match': '1' } })).status).toBe(412);
  });

  it.each([
    ['no loggerId', {}, 'properties.loggerId'],
    ['a percentage over 100', { loggerId: 'l', sampling: { percentage: 101 } }, 'properties.sampling.percentage'],
    [
      '8193 body bytes',
      { loggerId: 'l', backend: { response: { body: { bytes: 8193 } } } },
      'properties.backend.response.body.bytes',
    ],
  ])('refuses %s', async (_, properties, target) => {
    const { status, json } = await vendor.send('PUT', gateway(rest), { body: { properties } });
    expect(status).toBe(400);
    expect(json.error.details).toEqual([expect.objectContaining({ target })]);
  });

  it('refuses a version that is not listed', async () => {
    expect((await vendor.send('PUT', gateway(rest, '2015-01-01'), { body })).status).toBe(400);
  });
});

const toSqlOutput = (properties: object, name = 'out') => ({
  name,
  properties: {
    datasource: { type: 'Vendor.Sql/Server/Database', properties },
    serialization: { type: 'Avro' },
  },
});

describe('PUT streaming job', () => {
  const path = `${group.replace('resourceGroups', 'resourcegroups')}/providers/Vendor.StreamAnalytics/streamingjobs/clicks?api-version=2020-03-01`;
  const shell = { location: 'westus', properties: { sku: { name: 'Standard' } } };
  const whole = {
    ...shell,
    tags: { password: 'a tag, no secret' },
    properties: {
      ...shell.properties,
      jobState: 'Running',
      inputs: [
        {
          name: 'in',
          properties: {
            type: 'Stream',
            datasource: {
              type: 'Vendor.Storage/Blob',
              properties: { storageAccounts: [{ accountName: 'a', accountKey: 'CANARY' }] },
            },
            serialization: { type: 'Json', properties: { encoding: 'UTF8' } },
          },
        },
      ],
      outputs: [
        {
          name: 'out',
          properties: {
            datasource: { type: 'Vendor.Sql/Server/Database', properties: { user: 'u', password: 'CANARY' } },
            serialization: { type: 'Avro' },
          },
        },
      ],
      transformation: { name: 't', properties: { query: 'select 1' } },
      functions: [
        {
          name: 'f',
          properties: {
            type: 'Scalar',
            properties: {
              binding: { type: 'Vendor.MachineLearning/WebService', properties: { endpoint: 'e', apiKey: 'CANARY' } },
            },
          },
        },
      ],
    },
  };

  it('fills the server-set members and the defaults', async () => {
    const { status, headers, json } = await vendor.send('PUT', path, { body: shell });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      id: expect.stringMatching(/^\/subscriptions\/.*\/streamingjobs\/clicks$/),
      name: 'clicks',
      type: 'Vendor.StreamAnalytics/streamingjobs',
      location: 'westus',
      properties: {
        jobId: expect.stringMatching(guid),
        createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        provisioningState: 'Succeeded',
        jobState: 'Created',
        etag: headers.get('etag'),
        outputErrorPolicy: 'Stop',
        eventsLateArrivalMaxDelayInSeconds: -1,
        eventsOutOfOrderMaxDelayInSeconds: 0,
        dataLocale: 'en-US',
        compatibilityLevel: '1.0',
      },
    });
  });

  it('returns nested parts with their own id, name, type and etag', async () => {
    const { properties } = (await vendor.send('PUT', path, { body: whole })).json;
    const [input, output, definition] = [properties.inputs[0], properties.outputs[0], properties.functions[0]];
    expect(properties.jobState).toBe('Created');
    expect([input.name, input.type]).toEqual(['in', 'Vendor.StreamAnalytics/streamingjobs/inputs']);
    expect(input.id).toMatch(/\/streamingjobs\/clicks\/inputs\/in$/);
    expect(properties.transformation.properties).toMatchObject({ streamingUnits: 3, query: 'select 1' });
    expect(output.properties.datasource.properties).toEqual({
      user: 'u',
      authenticationMode: 'ConnectionString',
      maxBatchCount: 10_000,
    });
    expect(definition.properties.properties.binding.properties).toEqual({ endpoint: 'e', batchSize: 1000 });
    for (const part of [input, output, definition, properties.transformation]) {
      expect(part.properties.etag).toMatch(guid);
    }
  });

  it('omits secrets, and only them', async () => {
    const { text, json } = await vendor.send('PUT', path, { body: whole });
    expect(text).not.toContain('CANARY');
    expect(json.tags).toEqual(whole.tags);
    expect(json.properties.inputs[0].properties.datasource.properties.storageAccounts).toEqual([{ accountName: 'a' }]);
  });

  it('keeps jobId and createdDate and changes the ETag when it replaces', async () => {
    const created = await vendor.send('PUT', path, { body: whole });
    const replaced = await vendor.send('PUT', path, { body: shell });
    expect(replaced.status).toBe(200);
    const { jobId, createdDate } = created.json.properties;
    expect(replaced.json.properties).toMatchObject({ jobId, createdDate, inputs: [] });
    expect(replaced.headers.get('etag')).not.toBe(created.headers.get('etag'));
  });

  it.each([
    ['If-None-Match has a value other than *', { 'if-none-match': 'abc' }],
    ['If-None-Match is * and the job exists', { 'if-none-match': '*' }],
    ['If-Match is stale', { 'if-match': 'abc' }],
  ])('returns 412 when %s', async (_, headers) => {
    await vendor.send('PUT', path, { body: shell });
    expect((await vendor.send('PUT', path, { body: shell, headers })).status).toBe(412);
  });

  it('creates with If-None-Match *, and replaces with the last seen ETag', async () => {
    const created = await vendor.send('PUT', path, { body: shell, headers: { 'if-none-match': '*' } });
    expect(created.status).toBe(201);
    const headers = { 'if-match': created.headers.get('etag') ?? '' };
    expect((await vendor.send('PUT', path, { body: shell, headers })).status).toBe(200);
  });

  it.each([
    ['sku', { sku: undefined }, 'properties.sku.name'],
    ['the name of an input', { inputs: [{ properties: { serialization: {} } }] }, 'properties.inputs[0].name'],
    ['the query', { transformation: { name: 't' } }, 'properties.transformation.properties.query'],
    ['the time of CustomTime', { outputStartMode: 'CustomTime' }, 'properties.outputStartTime'],
    ['the account of JobStorageAccount', { contentStoragePolicy: 'JobStorageAccount' }, 'properties.jobStorageAccount'],
    ['serialization', { inputs: [{ name: 'i' }] }, 'properties.inputs[0].properties.serialization'],
    [
      'the password of an output',
      { outputs: [toSqlOutput({ user: 'u', password: null })] },
      'properties.outputs[0].properties.datasource.properties.password',
    ],
  ])('refuses a job without %s', async (_, properties, target) => {
    const body = { properties: { ...shell.properties, ...properties } };
    const { status, json } = await vendor.send('PUT', path, { body });
    expect(status).toBe(400);
    expect(json.error).toMatchObject({ code: 'ValidationError', details: [expect.objectContaining({ target })] });
  });

  it('keeps the secrets of a stored output, and needs none with Msi', async () => {
    const put = (output: unknown) =>
      vendor.send('PUT', path, { body: { ...shell, properties: { ...shell.properties, outputs: [output] } } });
    expect((await put(toSqlOutput({ authenticationMode: 'Msi' }))).status).toBe(201);
    expect((await put(toSqlOutput({ user: 'u', password: 'p' }, 'other'))).status).toBe(200);
    expect((await put(toSqlOutput({ user: 'u' }, 'other'))).status).toBe(200);
    expect((await put(toSqlOutput({ user: 'u' }, 'new'))).status).toBe(400);
  });

  it('knows listed values in any case in the microsoft profile, and returns them in its own', async () => {
    const live = path.replace('Vendor', 'Microsoft');
    const body = { properties: { sku: { name: 'STANDARD' }, jobType: 'cloud' } };
    const { status, json } = await microsoft.send('PUT', live, { body });
    expect([status, json.properties.sku, json.properties.jobType]).toEqual([200, { name: 'Standard' }, 'Cloud']);
    expect((await vendor.send('PUT', path, { body })).status).toBe(400);
  });

  it('behaves like the live service in the microsoft profile', async () => {
    const text = JSON.stringify(whole).replaceAll('Vendor.', 'Microsoft.');
    const live = path.replace('Vendor', 'Microsoft');
    const { status, json } = await microsoft.send('PUT', live, { body: text });
    expect(status).toBe(200);
    expect(json.location).toBe('West US');
    expect(json.properties).toMatchObject({ eventsLateArrivalMaxDelayInSeconds: 5, cluster: null });
    expect(json.properties.functions[0].properties.properties.binding.properties.apiKey).toBeNull();
  });
});

describe('lists', () => {
  const seeded = gateway('/authorizationProviders/github/authorizations').replace('shop-gateway', managed.service);
  const namesOf = ({ value }: { value: { name: string }[] }) => value.map(({ name }) => name);

  it.each([
    ["name eq 'release'", ['release']],
    ["name ne 'release'", ['nightly']],
    ["name ge 'o'", ['release']],
    ["name lt 'o'", ['nightly']],
    ["contains(name,'ght')", ['nightly']],
    ["substringof('lea', name)", ['release']],
    ["startswith(name, 'x')", []],
    ["endswith(name,'y')", ['nightly']],
  ])('authorizations are filtered by name: %s', async (filter, names) => {
    const { json } = await vendor.send('GET', `${seeded}&$filter=${encodeURIComponent(filter)}`);
    expect([namesOf(json), json.count]).toEqual([names, names.length]);
  });

  it('authorizations end with an empty nextLink, diagnostics and jobs with none', async () => {
    expect((await vendor.send('GET', seeded)).json).toMatchObject({ count: 2, nextLink: '' });
    const diagnostics = gateway('/apis/orders/diagnostics').replace('shop-gateway', managed.service);
    expect((await vendor.send('GET', diagnostics)).json).toEqual({ value: [expect.anything()], count: 1 });
    const jobs = `${group}/providers/Vendor.StreamAnalytics/streamingjobs?api-version=2020-03-01`;
    expect((await vendor.send('GET', jobs)).json).toEqual({ value: [expect.anything(), expect.anything()] });
  });

  it('a page has a link with the position of the next one, and what is left of $top', async () => {
    await vendor.control('modes', { pageSize: 1 });
    const { json } = await vendor.send('GET', `${seeded}&$top=2`);
    expect(json.nextLink).toBe(`${vendor.url}${seeded}&$top=1&$skip=1`);
    expect((await vendor.send('GET', json.nextLink.slice(vendor.url.length))).json).toMatchObject({ nextLink: '' });
  });

  it.each(['$filter=colour eq 1', '$filter=name eq 1', '$top=0', '$top=x', '$skip=-1'])('%s is 400', async (query) => {
    const { status, json } = await vendor.send('GET', `${seeded}&${query.replaceAll(' ', '%20')}`);
    expect([status, json.error.code]).toEqual([400, 'ValidationError']);
  });
});

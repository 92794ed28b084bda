import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { companies, customers, items, resources, tenants } from '../../dev/seed.ts';
import { ApiDiagnostic } from '../../lib/contracts/api-diagnostic.ts';
import { Authorization } from '../../lib/contracts/authorization.ts';
import { Customer } from '../../lib/contracts/customer.ts';
import { HealthEventList } from '../../lib/contracts/health-event.ts';
import { Item } from '../../lib/contracts/item.ts';
import { ModelCopyAuthorization } from '../../lib/contracts/model-copy-authorization.ts';
import { RestorePointSearchResult } from '../../lib/contracts/restore-points.ts';
import { streamingJob } from '../../lib/contracts/streaming-job/job.ts';
import { PROFILES } from '../../lib/profiles.ts';
import { HealthEventError } from '../../tools/openapi/error-schemas.ts';
import {
  buildAuthorization,
  buildAuthorizationPath,
  buildCustomerPath,
  buildEventsPath,
  buildItemPath,
  buildSearch,
  buildSearchPath,
  buildStreamingInput,
  buildStreamingJob,
  buildStreamingJobPath,
  buildStreamingOutput,
  everyRequest,
} from '../support/builders.ts';
import { listFailures } from '../support/list-failures.ts';
import { startStack } from '../support/stack.ts';
import { toPath, toUnseen } from '../support/valid-requests.ts';
import { buildFullJob } from '../unit/contracts/streaming-job/builders.ts';

const stack = await startStack({ profile: 'microsoft' });

const { streaming, customerRelations } = PROFILES.microsoft;
const answerOf: Readonly<Record<string, z.ZodType>> = {
  createOrUpdateAuthorization: Authorization.response,
  createOrUpdateApiDiagnostic: ApiDiagnostic.response,
  createOrReplaceStreamingJob: streamingJob(streaming).response,
  listHealthEvents: HealthEventList,
  listNestedHealthEvents: HealthEventList,
  searchRestorePoints: RestorePointSearchResult,
  authorizeModelCopy: ModelCopyAuthorization,
  getCustomer: Customer,
  getItem: Item,
};

/** Returns the path in the names of the live cloud (C-81). */
function toLive(path: string): string {
  return path
    .replaceAll('/Vendor.', '/Microsoft.')
    .replace('/vendor-docs/', '/documentintelligence/')
    .replace(/^\/solutions/, '/v1.0/solutions')
    .replace(/^\/companies/, '/v2.0/companies');
}

const put = (path: string, body: unknown) => stack.send('PUT', toLive(path), { body });
const putJob = (body: unknown) => put(buildStreamingJobPath(), body);
const get = (path: string) => stack.send('GET', toLive(path));
const lastCall = async () => (await stack.upstream.calls()).at(-1);

const ended = { startDateTime: '2026-01-02T00:00:00Z', endDateTime: '2026-01-01T00:00:00Z' };
const toOtherGroup = (group: string) => buildStreamingJobPath().replace(/(resourcegroups\/)[^/]+/i, `$1${group}`);

describe('the microsoft profile', () => {
  it.each([0, 20_000])('lists lead on, with page tokens that have %i more characters', async (pageTokenPadding) => {
    await stack.upstream.control('modes', { pageTokenPadding });
    const first = await get(
      buildEventsPath(resources.virtualMachine, `$filter=priority%20ge%20-${1 + pageTokenPadding}`),
    );
    const next = new URL(first.json.nextLink);
    const second = await stack.send('GET', next.pathname + next.search);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.json.value[0].name).not.toBe(first.json.value[0].name);
    expect((await stack.send('GET', `${next.pathname}${next.search}x`)).json.code).toBe('invalid_cursor');
  });

  it.each(everyRequest)(
    "C-81, C-82 serves $operation under the live cloud's names, and the response keeps the contract",
    async (request) => {
      // A stored response of another test would not reach the upstream.
      const unseen = toUnseen(request);
      const { operation, method, body, preconditions = {} } = unseen;
      const path = toPath(unseen) + unseen.query;
      const { status, json } = await stack.send(method, toLive(path), { body, headers: preconditions });
      expect([200, 201, 202, 204]).toContain(status);
      if (json !== undefined) expect(() => answerOf[operation]?.parse(json)).not.toThrow();
      expect((await lastCall())?.path.endsWith(toLive(path))).toBe(true);
    },
  );

  it.each(everyRequest.filter(({ path }) => toLive(path) !== path))(
    "does not serve $operation under the specification's names",
    async ({ method, path, body, headers }) => {
      expect((await stack.send(method, path, { body, headers })).status).toBe(404);
    },
  );

  it('relays a whole job byte for byte, and returns it without secrets', async () => {
    const body = JSON.stringify(buildFullJob(streaming));
    const { status, json, text } = await putJob(body);
    expect(status).toBe(200);
    expect((await lastCall())?.body).toBe(body);
    expect(() => streamingJob(streaming).response.parse(json)).not.toThrow();
    expect(text).not.toMatch(/"(?:accountKey|password|sharedAccessPolicyKey|refreshToken|apiKey)":"/);
  });

  it("S2-82, C-16, C-08, C-07 accepts a created job's 200, its unquoted ETag and its nulls", async () => {
    const { status, headers, json } = await putJob(buildStreamingJob());
    expect(status).toBe(200);
    expect(headers['etag']).toMatch(/^[\da-f-]{36}$/);
    expect(json.properties).toMatchObject({ cluster: null, jobStorageAccount: null, package: null });
  });

  it('accepts the returned job unchanged', async () => {
    const { text } = await putJob(buildStreamingJob({ inputs: [buildStreamingInput()] }));
    const again = await putJob(text);
    expect(again.status).toBe(200);
    expect((await lastCall())?.body).toContain('"cluster":null');
  });

  it('C-81 does not require serialization', async () => {
    const { serialization: _, ...input } = buildStreamingInput().properties as Record<string, unknown>;
    const datasource = { type: 'Microsoft.AzureFunction', properties: { functionAppName: 'app' } };
    const job = buildStreamingJob({
      inputs: [{ name: 'in', properties: input }],
      outputs: [{ name: 'out', properties: { datasource } }],
    });
    expect((await putJob(job)).status).toBe(200);
  });

  it('validates kinds by their live names', async () => {
    const outputs = [
      { type: 'Microsoft.AzureFunction', properties: { maxBatchCount: 'many' } },
      { type: 'PowerBI', properties: {} },
      { type: 'Microsoft.Storage/Table', properties: { accountName: 'a', accountKey: 'k', batchSize: 0.5 } },
      { type: 'Vendor.FunctionApp', properties: { maxBatchCount: 'many' } },
    ].map(buildStreamingOutput);
    const failures = listFailures(await putJob(buildStreamingJob({ outputs })));
    const at = (index: number) => `properties.outputs[${index}].properties.datasource.properties`;
    expect(failures.map((failure) => failure.split(':')[0])).toEqual([
      `${at(0)}.maxBatchCount`,
      `${at(1)}.dataset`,
      `${at(1)}.table`,
      `${at(1)}.refreshToken`,
      `${at(2)}.batchSize`,
    ]);
  });

  it.each(['agedAccountsReceivable', 'contactsInformation', 'documentAttachments'])(
    'C-81 expands %s too',
    async (relation) => {
      const { status, json } = await get(buildCustomerPath({}, `$expand=${relation}`));
      expect(status).toBe(200);
      expect(json).toHaveProperty(relation);
    },
  );

  it('C-30, C-31 relays live spellings unchanged', async () => {
    expect((await get(buildCustomerPath())).json.blocked).toBe('_x0020_');
    expect((await get(buildEventsPath())).json.value[0].type).toBe('/providers/Microsoft.ResourceHealth/events');
  });

  it('keeps the contract in every event, customer and item that the emulated cloud has', async () => {
    for (let path: string | undefined = toLive(buildEventsPath(resources.database)); path; ) {
      const { json } = await stack.send('GET', path);
      expect(() => HealthEventList.parse(json)).not.toThrow();
      path = json.nextLink?.replace(stack.url, '');
    }
    for (const company of ['contoso', 'fabrikam'] as const) {
      const token = await stack.issueToken({ tid: tenants[company] });
      const companyId = companies[company];
      for (const customerId of Object.values(customers[company])) {
        const path = buildCustomerPath({ companyId, customerId }, `$expand=${customerRelations.join(',')}`);
        const { json } = await stack.send('GET', toLive(path), { token });
        expect(() => Customer.parse(json)).not.toThrow();
      }
      for (const itemId of Object.values(items[company])) {
        const { json } = await stack.send('GET', toLive(buildItemPath({ companyId, itemId })), { token });
        expect(() => Item.parse(json)).not.toThrow();
      }
    }
  });

  it("C-33 returns the list's own bare error, although the live cloud uses an envelope", async () => {
    const { status, json } = await get(buildEventsPath(undefined, '$filter=nonsense'));
    expect(status).toBe(400);
    expect(HealthEventError.parse(json)).toMatchObject({ code: 'InvalidFilter' });
  });

  it.each(everyRequest)(
    'C-50, C-51, C-52 $operation says whose failure it is',
    async ({ method, path, body, headers: sent }) => {
      const send = async (roles?: readonly string[]) =>
        stack.send(method, toLive(path), {
          body,
          headers: { ...sent, 'cache-control': 'no-cache' },
          ...(roles && { token: await stack.issueToken({ roles }) }),
        });
      const denied = await send([]);
      expect(denied.headers).toMatchObject({
        'x-ms-error-code': 'insufficient_scope',
        'x-frontdesk-problem': 'insufficient_scope',
        'www-authenticate': expect.stringMatching(/, role="[\w.]+"$/),
      });
      await stack.upstream.fault({
        fault: {
          kind: 'status',
          status: 422,
          headers: { 'x-ms-request-id': 'upstream-1' },
          body: { error: { code: 'Quota', message: 'Used up.' } },
        },
      });
      expect((await send()).headers).toMatchObject({
        'x-ms-error-code': 'Quota',
        'x-frontdesk-problem': 'upstream_refused',
        'x-frontdesk-upstream-request-id': 'upstream-1',
      });
    },
  );

  it.each<[string, string, string, unknown]>([
    [
      'a search that ends before it starts',
      'POST',
      buildSearchPath(),
      { ...buildSearch(), protectionTimePeriod: ended },
    ],
    ['a resource group that cannot exist (C-12)', 'PUT', toOtherGroup('rg;x=1'), buildStreamingJob()],
    ['a member in another case (C-03)', 'PUT', buildStreamingJobPath(), { ...buildStreamingJob(), Location: 'x' }],
    [
      'a number that a rule cannot read exactly (C-10)',
      'PUT',
      buildStreamingJobPath(),
      '{"properties":{"sku":{"name":"Standard"},"eventsOutOfOrderMaxDelayInSeconds":1.00000000000000000001}}',
    ],
    [
      'query bytes that are not UTF-8 (A38)',
      'GET',
      buildEventsPath(resources.database, '$filter=title%20eq%20%ff'),
      undefined,
    ],
  ])('is no laxer than the specification: %s is 400, and nothing is sent upstream', async (_, method, path, body) => {
    const before = (await stack.upstream.calls()).length;
    const response = await stack.send(method, toLive(path), { body });
    expect([response.status, response.headers['x-frontdesk-problem']]).toEqual([400, 'invalid_request']);
    expect(await stack.upstream.calls()).toHaveLength(before);
  });

  it('A10 takes no ID token', async () => {
    const token = await stack.issueToken({ nonce: 'n' });
    const response = await stack.send('GET', toLive(buildItemPath()), { token });
    expect([response.status, response.headers['x-frontdesk-problem']]).toEqual([401, 'invalid_token']);
    expect(stack.log.at(-1)).toMatchObject({ status: 401, reason: 'id_token' });
  });

  it('C-47, C-48 sends gzip, with an entity tag of its own', async () => {
    const path = toLive(buildEventsPath(resources.database, '$filter=priority%20lt%20999'));
    const plain = await stack.send('GET', path);
    const { headers, text } = await stack.send('GET', path, { headers: { 'accept-encoding': 'gzip' } });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding, authorization' });
    expect(text).toBe(plain.text);
    expect(headers['etag']).toBe(plain.headers['etag']?.replace(/"$/, '-gzip"'));
  });

  it('C-15 allows updating an authorization without If-Match, as the live cloud does', async () => {
    await put(buildAuthorizationPath(), buildAuthorization());
    expect((await put(buildAuthorizationPath(), buildAuthorization())).status).toBe(200);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toProfilePath } from '../../client/src/client.ts';
import { createFrontdeskClient } from '../../client/src/index.ts';
import { ROUTES } from '../../client/src/schema.ts';
import { companies, customers, items, managed, protectionUnits, resourceGroup, subscriptions } from '../../dev/seed.ts';
import { DOCUMENT_FILES } from '../../tools/openapi/document-file.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack({ profile: 'microsoft' });
const token = await stack.issueToken({});
const client = createFrontdeskClient({ baseUrl: stack.url, profile: 'microsoft', getToken: () => token });

const group = { subscriptionId: subscriptions.contoso, resourceGroupName: resourceGroup };
const company = { companyId: companies.contoso };

const { paths } = JSON.parse(readFileSync(DOCUMENT_FILES.microsoft, 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string }>>;
};
const microsoftPaths = new Map(
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map(({ operationId }) => [operationId, path]),
  ),
);

it.each(Object.entries(ROUTES))('the path of %s is that of the microsoft document', (name, { path }) => {
  expect(toProfilePath(path, 'microsoft')).toBe(microsoftPaths.get(name));
  expect(toProfilePath(path)).toBe(path);
});

describe('against a deployment of the microsoft profile', () => {
  const machine = {
    resourceProviderNamespace: 'Microsoft.Compute',
    resourceType: 'virtualMachines',
    resourceName: 'vm-web',
  };
  const search = {
    protectionUnitIds: [protectionUnits.drive],
    protectionTimePeriod: { startDateTime: '2020-01-01T00:00:00Z' },
  };

  it.each<[string, () => Promise<{ readonly status: number }>]>([
    ['a streaming job', () => client.getStreamingJob({ ...group, jobName: managed.jobs.running })],
    ['health events', () => client.listHealthEvents({ ...group, ...machine })],
    ['restore points', () => client.searchRestorePoints({ body: search })],
    ['a model copy', () => client.authorizeModelCopy({ body: { modelId: 'copied' } })],
    ['a customer', () => client.getCustomer({ ...company, customerId: customers.contoso.adatum })],
    ['an item', () => client.getItem({ ...company, itemId: items.contoso.bicycle })],
  ])('reads %s', async (_, call) => {
    expect((await call()).status).toBe(200);
  });

  it('yields the elements of all pages', async () => {
    const names: unknown[] = [];
    for await (const { name } of client.listHealthEvents.items({ ...group, ...machine })) names.push(name);
    expect(names.length).toBeGreaterThan(5);
    expect(new Set(names).size).toBe(names.length);
  });
});

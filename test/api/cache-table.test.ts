import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { subscriptions, tenants } from '../../dev/seed.ts';
import { listHealthEvents } from '../../functions/list-health-events.ts';
import { createServices } from '../../lib/services.ts';
import { readSettings } from '../../lib/settings/read-settings.ts';
import { openCacheTable } from '../support/abuse.ts';
import { buildEventsPath } from '../support/builders.ts';
import { createPatientClock } from '../support/clocks.ts';
import { serveBy } from '../support/serve-directly.ts';
import { startStack, type TestResponse } from '../support/stack.ts';
import { listEvents } from '../support/valid-requests.ts';

const clock = createPatientClock();
const stack = await startStack({ clock, expectedAlerts: ['row_unwritten'] });

const group = `/subscriptions/${subscriptions.contoso}/resourceGroups/rg-shop/providers/Vendor.Compute/virtualMachines`;
let count = 0;
const freshName = () => `vm-${++count}`;
const list = (resourceName: string) => stack.send('GET', buildEventsPath(`${group}/${resourceName}`));
const hit = /^Frontdesk; hit; ttl=\d+$/;
const countCalls = async () => (await stack.upstream.calls()).length;
const table = openCacheTable(stack);
await table.createTable();

/** Returns the row of a stored response, found by its entity tag. */
async function findRow({ headers }: TestResponse) {
  for await (const row of table.listEntities()) if (`"${row['digest']}"` === headers['etag']) return row;
  return undefined;
}

/** Waits for a row: rows are written in the background. */
const waitForRow = (response: TestResponse) =>
  vi.waitFor(async () => (await findRow(response)) ?? expect.fail('There is no such row yet.'), 20_000);

/** Requests the list from another instance: same settings and table, empty memory. */
function startOtherInstance() {
  const services = createServices(readSettings(), clock, () => {});
  onTestFinished(services.close);
  const respond = serveBy(services, listHealthEvents);
  return async (resourceName: string) => {
    const headers = { authorization: `Bearer ${await stack.issueToken({})}` };
    return respond({ params: { ...listEvents.values, resourceName }, rawQuery: 'api-version=2025-05-01', headers });
  };
}

/** Requests a list with this many random bytes of text, which compress by a quarter at most. */
async function getLarge(name: string, bytes: number): Promise<TestResponse> {
  const resourceUri = `${group}/${name}`;
  const description = randomBytes(bytes).toString('base64');
  await stack.upstream.control('events', { resourceUri, event: { name: 'BIG', properties: { description } } });
  return list(name);
}

describe('the table', () => {
  it('shares a stored response between instances', async () => {
    const name = freshName();
    const stored = await list(name);
    await waitForRow(stored);
    const { headers: fields, body: content } = await startOtherInstance()(name);
    expect(fields).toMatchObject({ 'cache-status': expect.stringMatching(hit), etag: stored.headers['etag'] });
    expect(String(content)).toBe(stored.text);
    expect(await countCalls()).toBe(1);
  });

  it('F46 does not store a list that is too large for an entity; the caller still gets it', async () => {
    const name = freshName();
    const stored = await getLarge(name, 1_100_000);
    expect(stored.status).toBe(200);
    await waitForRow(await list(freshName()));
    expect(await findRow(stored)).toBeUndefined();
    expect((await list(name)).headers['cache-status']).toMatch(hit);
  });

  it('contains no name of a resource, a tenant or a caller', async () => {
    const row = await waitForRow(await list(freshName()));
    expect(row.rowKey).toMatch(/^[\da-f]{64}$/);
    expect(row.partitionKey).toBe(row.rowKey?.slice(0, 2));
    expect(JSON.stringify(row)).not.toMatch(new RegExp(`${tenants.contoso}|${subscriptions.contoso}|rg-shop`));
  });
});

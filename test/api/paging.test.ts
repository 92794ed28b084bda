import { describe, expect, it } from 'vitest';
import { resources } from '../../dev/seed.ts';
import { HealthEventList } from '../../tools/openapi/contracts/health-event.ts';
import { buildEventsPath } from '../support/builders.ts';
import { namesOf, readPages } from '../support/list-tests.ts';
import { startStack, type TestRequest } from '../support/stack.ts';

const stack = await startStack();

const get = (path: string, call: TestRequest = {}) => stack.send('GET', path, call);
const lastPath = async () => (await stack.lastCall())?.path;
/** Returns the path that a client requests when it follows the link. */
const toPath = (link: string) => new URL(link).pathname + new URL(link).search;
const filter = "$filter=status%20eq%20'Active'";
let count = 0;
/** Returns a list that no test has requested before. */
const freshList = () => buildEventsPath(resources.virtualMachine, `$filter=priority%20ge%20-${++count}`);

/** Requests the list with this next link in the upstream's response; null for none. */
async function getLinked(nextLink: unknown) {
  await stack.upstream.fault({ api: 'arm', fault: { kind: 'patch', body: { nextLink } } });
  return get(freshList());
}

describe('document 1, Event list response', () => {
  it.each([
    [resources.virtualMachine, [5, 5, 5, 1]],
    [resources.database, [5, 1]],
  ])(
    'leads through all pages of %s, and returns every event once (S1-50, S1-51, S1-74)',
    async (resourceUri, sizes) => {
      const pages = await readPages(stack, buildEventsPath(resourceUri));
      for (const { json } of pages) HealthEventList.parse(json);
      expect(pages.map(({ json }) => json.value.length)).toEqual(sizes);
      expect(new Set(pages.flatMap(namesOf)).size).toBe(sizes.reduce((sum, size) => sum + size));
    },
  );

  it('is the request with a $skipToken, at Frontdesk’s own address (S1-51)', async () => {
    const path = buildEventsPath(resources.virtualMachine, filter);
    const { json } = await get(path);
    expect(json.nextLink).toMatch(`${stack.url}${path}&$skipToken=`);
    const next = await get(toPath(json.nextLink));
    const sent = new URLSearchParams((await lastPath())?.split('?')[1]);
    expect([sent.get('$filter'), sent.get('$skipToken')]).toEqual(["status eq 'Active'", 'cGFnZTo1']);
    for (const { properties } of next.json.value) expect(properties.status).toBe('Active');
  });

  it('is followed in the upstream’s own words: its query is sent whole (C-39)', async () => {
    const query = `?$skip=5&%24filter=a%2Bb%20%27c?d%27&api-version=2025-05-01&API-VERSION=2025-05-01`;
    const { json } = await getLinked(`${stack.upstream.url}/arm${buildEventsPath().split('?')[0]}${query}`);
    expect(json.nextLink).not.toContain('$skip=');
    await get(toPath(json.nextLink));
    expect((await lastPath())?.split('?').slice(1).join('?')).toBe(query.slice(1));
  });

  it.each([500, 3_000, 5_000])(
    'leads on when the upstream’s token has %i characters (C-39)',
    async (pageTokenPadding) => {
      await stack.upstream.control('modes', { pageTokenPadding });
      const pages = await readPages(stack, freshList());
      for (const { json } of pages) expect((json.nextLink ?? '').length).toBeLessThanOrEqual(8_000);
      expect(new Set(pages.flatMap(namesOf)).size).toBe(16);
      expect((await lastPath())?.length).toBeGreaterThan(pageTokenPadding);
    },
  );

  it('is refused if the upstream’s token leaves no room for it in a request (C-39)', async () => {
    await stack.upstream.control('modes', { pageTokenPadding: 7_000 });
    const { status, json } = await get(freshList());
    expect([status, json.code]).toEqual([502, 'upstream_invalid_response']);
    expect(stack.log.at(-1)?.['reason']).toMatch(/^The nextLink is too long: \d{4} characters\.$/);
  });

  it('is refused by its length, before it is read (C-39)', async () => {
    const { status } = await getLinked(`/v2.0${'/x'.repeat(100_000)}`);
    expect([status, stack.log.at(-1)?.['reason']]).toEqual([502, 'The nextLink is too long: 200005 characters.']);
  });

  it('is no link that the host would reject: a list whose own path and query leave no room is 400 (C-39)', async () => {
    const nextLink = `${stack.upstream.url}/arm${buildEventsPath()}&$skipToken=t`;
    await stack.upstream.fault({ api: 'arm', fault: { kind: 'status', status: 200, body: { value: [], nextLink } } });
    const answer = await get(buildEventsPath(resources.virtualMachine, `$filter=${'%C3%A9'.repeat(1_300)}`));
    expect([answer.status, answer.json.code]).toEqual([400, 'invalid_request']);
    expect(answer.json.message).toContain('too long');
  });

  it('leads through Frontdesk wherever it is in the text, even twice', async () => {
    const link = `${stack.upstream.url}/arm${buildEventsPath()}&$skipToken=t`;
    for (const text of [
      `{"nextLink":"${link}","value":[],"nextLink":null}`,
      `{"nextLink":null,"value":[],"nextLink":"${link}"}`,
      `{"nextLink":"https://evil.example/","value":[],"nextLink":"${link}"}`,
    ]) {
      await stack.upstream.fault({ api: 'arm', fault: { kind: 'malformed', text } });
      const answer = await get(freshList());
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain(new URL(stack.upstream.url).host);
      expect(answer.text).not.toContain('evil');
    }
  });
});

it('a page token is valid for its own list in any casing', async () => {
  const { json } = await get(buildEventsPath());
  expect((await get(toPath(json.nextLink).replace('resourceGroups', 'RESOURCEGROUPS'))).status).toBe(200);
});

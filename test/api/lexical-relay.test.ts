import { describe, expect, it } from 'vitest';
import {
  buildAuthorization,
  buildAuthorizationPath,
  buildEventsPath,
  buildItemPath,
  buildStreamingJobPath,
  everyRequest,
} from '../support/builders.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack();

const lastBody = async () => (await stack.upstream.calls()).at(-1)?.body;
const numbers = ['1.10', '0.0', '-0', '1e2', '1E-7', '100000000000000000000', '1.000'];
const strings = ['"\\u00e9"', '"é"', '"\\/"', '"a\\u0000b"', '"🚧"', '"\\ud83d\\udea7"'];

describe('content goes up as it came', () => {
  it.each([...numbers, ...strings, 'null', ' [ 1 , 2 ] ', '{"b":1,"a":{"2":0,"1":0}}'])('with %s', async (value) => {
    const body = `{"properties":\t{"sku":{"name":"Standard"},"later":${value}}\n}`;
    const { status } = await stack.send('PUT', buildStreamingJobPath(), { body });
    expect(status).toBe(201);
    expect(await lastBody()).toBe(body);
  });

  it.each(everyRequest.filter(({ body }) => body))('by $operation', async ({ method, path, body }) => {
    const text = `\n${JSON.stringify(body, undefined, '\t').replace(/}$/, ',"later":[1.10,1e2]}')} `;
    expect([200, 201]).toContain((await stack.send(method, path, { body: text })).status);
    expect(await lastBody()).toBe(text);
  });
});

describe('content comes down as it came', () => {
  it.each([...numbers, '9007199254740993', '1e400', '0.1000000000000000055511151231257827', ...strings])(
    'with %s',
    async (value) => {
      const text = `{ "id":"x",\n"unitPrice": ${value}, "nested": [{"inventory":${value}}] }`;
      await stack.upstream.fault({ api: 'business', fault: { kind: 'malformed', text } });
      const answer = await stack.send('GET', buildItemPath());
      expect([answer.status, answer.text]).toEqual([200, text]);
    },
  );

  it('where a member is withheld, up to the byte', async () => {
    const text =
      '{"id":"i","name":"n", "properties" : {"a":1.10,"parameters":{"clientSecret":"s","b":1e2}, "c":9007199254740993}}';
    await stack.upstream.fault({ api: 'arm', fault: { kind: 'malformed', text } });
    const answer = await stack.send('PUT', buildAuthorizationPath(), { body: buildAuthorization() });
    expect(answer.text).toBe(text.replace('"clientSecret":"s",', ''));
  });

  it('where the link to the next page is replaced, up to the byte', async () => {
    const link = JSON.stringify(`${stack.upstream.url}/arm${buildEventsPath()}&$skipToken=t`);
    const text = `{ "value":[{"properties":{"oldRate":1.10,"newRate":9007199254740993}}],\n"nextLink":${link} }`;
    await stack.upstream.fault({ api: 'arm', fault: { kind: 'malformed', text } });
    const answer = await stack.send('GET', buildEventsPath());
    expect(answer.text.replace(JSON.stringify(answer.json.nextLink), link)).toBe(text);
    expect(answer.json.nextLink).toMatch(stack.url);
  });

  it('from the cache as from the upstream', async () => {
    const path = buildEventsPath(undefined, '$filter=a');
    const text = '{"value":[{"properties":{"oldRate":1.10,"newRate":1E2,"title":"\\u00e9é"}}]}';
    await stack.upstream.fault({ api: 'arm', fault: { kind: 'malformed', text } });
    const [first, second] = [await stack.send('GET', path), await stack.send('GET', path)];
    expect([first.text, second.text]).toEqual([text, text]);
    expect(second.headers['cache-status']).toMatch(/hit/);
  });
});

describe('content that two readers could read in two ways is refused', () => {
  it.each([
    ['a number that a double does not hold', '9007199254740993', 'invalid_json'],
    ['a number that a double does not reach', '1e400', 'invalid_json'],
    ['half a surrogate pair', '"\\ud83d"', 'invalid_json'],
    ['a member given twice', '{"a":1,"a":2}', 'duplicate_member'],
    ['a member given twice, once escaped', '{"a":1,"\\u0061":2}', 'duplicate_member'],
    ['a member named __proto__', '{"__proto__":{}}', 'invalid_json'],
  ])('%s', async (_, value, code) => {
    const body = `{"properties":{"sku":{"name":"Standard"},"later":${value}}}`;
    const { status, json } = await stack.send('PUT', buildStreamingJobPath(), { body });
    expect([status, json.error.code]).toEqual([400, code]);
    expect(await stack.upstream.calls()).toEqual([]);
  });
});

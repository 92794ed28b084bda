import { describe, expect, it } from 'vitest';
import { buildAuthorizationPath, buildEventsPath, buildStreamingJobPath } from '../support/builders.ts';
import { sendChanged } from '../support/send-changed.ts';
import { startStack } from '../support/stack.ts';
import { eachWithBody, eachWithOpenBody, searchPoints } from '../support/valid-requests.ts';

const stack = await startStack();

const values = [
  ...['1.10', '0.0', '-0', '1e2', '1E-7', '100000000000000000000', '1.000'],
  ...['9007199254740993', '1e400', '1e-400', '0.1000000000000000055511151231257827'],
  ...['"\\u00e9"', '"é"', '"\\/"', '"a\\u0000b"', '"🚧"', '"\\ud83d\\udea7"'],
];

describe('a request body is relayed unchanged', () => {
  it('with numbers, texts and space of any form (C-10)', async () => {
    const later = [...values, 'null', ' [ 1 , 2 ] ', '{"b":1,"a":{"2":0,"1":0}}'].join(' ,\n');
    const body = `{"properties":\t{"sku":{"name":"Standard"},"later":[${later}]}\n}`;
    const { status } = await stack.send('PUT', buildStreamingJobPath(), { body });
    expect(status).toBe(201);
    expect((await stack.lastCall())?.body).toBe(body);
  });

  it.each(eachWithOpenBody)('by %s', async (_, request) => {
    const body = `\n${JSON.stringify({ ...request.body, later: [0] }, undefined, '\t').replace(/\[\s*0\s*\](?=\s*}$)/, '[1.10,1e2]')} `;
    expect([200, 201]).toContain((await sendChanged(stack, request, { body })).status);
    expect((await stack.lastCall())?.body).toBe(body);
  });
});

// In any form, and with the link to the next page: test/fuzz.
describe('a response body is relayed unchanged', () => {
  it('also from the cache (I7)', async () => {
    const path = buildEventsPath(undefined, '$filter=a');
    const text = '{"value":[{"id":"1","name":"a","properties":{"oldRate":1.10,"newRate":1E2,"title":"\\u00e9é"}}]}';
    await stack.upstream.fault({ api: 'arm', fault: { kind: 'malformed', text } });
    const [first, second] = [await stack.send('GET', path), await stack.send('GET', path)];
    expect([first.text, second.text]).toEqual([text, text]);
    expect(second.headers['cache-status']).toMatch(/hit/);
  });
});

describe('a member that differs from a known one only by case', () => {
  it.each(eachWithBody)('is rejected in any body: %s (C-03)', async (_, request) => {
    for (const name of Object.keys(request.body ?? {})) {
      const body = { ...request.body, [name.toUpperCase()]: 'x' };
      expect((await sendChanged(stack, request, { body })).status).toBe(400);
    }
    expect(await stack.upstream.calls()).toEqual([]);
  });
});

describe('a number that a double does not hold', () => {
  it('keeps its digits in the cache key: two long numbers are two searches (C-10)', async () => {
    const search = (later: string) => ({ body: JSON.stringify(searchPoints.body).replace('{', `{"later":${later},`) });
    await sendChanged(stack, searchPoints, search('9007199254740993'));
    const { headers } = await sendChanged(stack, searchPoints, search('9007199254740992.5'));
    expect(headers['cache-status']).not.toMatch(/hit/);
    expect(await stack.upstream.calls()).toHaveLength(2);
  });

  it('is redacted from an upstream error as it was written: it may be a secret', async () => {
    const message = 'The secret 12345678901234567890 is refused.';
    const failure = { kind: 'status', status: 400, body: { error: { code: 'Bad', message } } } as const;
    await stack.upstream.fault({ api: 'arm', fault: failure });
    const body = '{"properties":{"parameters":{"clientSecret":12345678901234567890}}}';
    const response = await stack.send('PUT', buildAuthorizationPath(), { body });
    expect([response.status, response.json.error.message]).toEqual([400, 'The secret *** is refused.']);
  });
});

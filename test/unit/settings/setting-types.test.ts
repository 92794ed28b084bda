import { expect, it } from 'vitest';
import * as z from 'zod';
import * as types from '../../../lib/settings/setting-types.ts';

const accepts = (schema: z.ZodType, value: string) => schema.safeParse(value).success;

it.each([
  ['url', types.url, 'https://a.example/b', 'http://a.example'],
  ['a loopback url', types.url, 'http://127.0.0.1:7083', 'https://a.example?x=1'],
  ['loopbackUrl', types.loopbackUrl, 'http://localhost:7083', 'https://a.example'],
  ['issuer', types.issuer, 'https://a.example/{tenantid}/v2.0', 'http://a.example/{tenantid}'],
  ['scopeUrl', types.scopeUrl, 'https://a.example/.default', 'https://a.example/'],
  ['linkKey', types.linkKey, 'A'.repeat(43), 'A'.repeat(42)],
  ['printable', types.printable, 'key-1', 'key 1'],
  ['connectionString', types.connectionString, 'AccountName=a;AccountKey=b', 'AccountName=a'],
  ['tableName', types.tableName, 'frontdeskcache', 'a-b'],
  ['tenantIds', types.tenantIds, 'c0a70500-0000-4000-8000-000000000001', 'contoso'],
  ['milliseconds', types.milliseconds, '10', '9'],
  ['policy', types.policy, '{"grants":[{"roles":["Items.Read"],"resources":["*"]}]}', '{"grants":[]}'],
  ['policy in a table', types.policy, 'table:frontdeskpolicy', 'table:'],
])('%s accepts %3$s and not %4$s', (_, schema, good, bad) => {
  expect([accepts(schema, good), accepts(schema, bad)]).toEqual([true, false]);
});

it('a list is split at commas, trimmed and lower-cased', () => {
  expect(types.list.parse(' A, b ,,C')).toEqual(['a', 'b', 'c']);
});

it('a JSON setting is parsed, then checked', () => {
  const setting = types.json(z.object({ a: z.number() }));
  expect(setting.parse('{"a":1}')).toEqual({ a: 1 });
  expect(setting.safeParse('{a}').error?.issues[0]?.message).toBe('must be JSON');
  expect(accepts(setting, '{"a":"x"}')).toBe(false);
});

it('a described setting keeps its schema’s rule', () => {
  const described = types.group('App')(z.string().min(2), 'A thing.', 'ab', { isSecret: true });
  expect(described.meta()).toEqual({ group: 'App', description: 'A thing.', example: 'ab', isSecret: true });
  expect([accepts(described, 'ab'), accepts(described, 'a')]).toEqual([true, false]);
});

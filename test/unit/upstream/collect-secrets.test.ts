import { expect, it } from 'vitest';
import { collectSecrets } from '../../../lib/upstream/collect-secrets.ts';

it.each<[string, unknown, string[]]>([
  ['a member by its name', { name: 'orders', clientSecret: 'canary' }, ['canary']],
  ['a number', { password: 123456, count: 654321 }, ['123456']],
  [
    'all that is below a secret’s name',
    { credentials: { user: ['someone'], at: { id: 'other' } } },
    ['someone', 'other'],
  ],
  ['members of elements', [{ password: 'one 1' }, { password: 'two 2' }], ['one 1', 'two 2']],
  ['no truth values and nulls', { password: true, secret: null }, []],
  ['nothing in what is no object', 'password', []],
  ['nothing in null', null, []],
])('finds %s (A62)', (_, body, secrets) => {
  expect(collectSecrets(body)).toEqual(secrets);
});

it('values of fewer than four characters are no secrets, and masking them would tear words apart', () => {
  expect(collectSecrets({ password: 'abc', secret: 'abcd', token: 123, apiKey: 1234 })).toEqual(['abcd', '1234']);
});

it.each<[string, string, string[]]>([
  ['an object in JSON', '{"password":"canary","name":"orders"}', ['canary']],
  ['an array in JSON', '[{"password":"canary"}]', ['canary']],
  ['JSON after blanks', ' \n{"password":"canary"}', ['canary']],
  ['JSON in JSON', JSON.stringify({ body: '{"password":"canary"}' }), ['canary']],
  ['what only begins like JSON', '{"password":"canary"', []],
  ['JSON within other text', 'see {"password":"canary"}', []],
])('reads a text that is %s', (_, text, secrets) => {
  expect(collectSecrets({ body: text })).toEqual(secrets);
});

it.each<[string, string, string[]]>([
  ['a secret by its name', 'https://hook.example/?client_secret=canary&topic=orders', ['canary']],
  ['a function’s key', 'https://hook.example/?code=canary', ['canary']],
  ['a signature', 'https://hook.example/?sv=2024&sig=canary%3D', ['canary=']],
  ['a signature in other cases', 'https://hook.example/?SIG=canary', ['canary']],
  ['a password', 'amqp://user:canary@hook.example/', ['canary']],
  ['nothing', 'https://hook.example/orders?topic=code', []],
])('an address may bear %s', (_, url, secrets) => {
  expect(collectSecrets({ url })).toEqual(secrets);
});

it.each([
  ['has no protocol', '//hook.example/?code=canary'],
  ['stands after other text', 'see https://hook.example/?code=canary'],
  ['is no address', 'https://[/?code=canary'],
])('a text that %s is no address', (_, text) => {
  expect(collectSecrets({ text })).toEqual([]);
});

import { expect, it } from 'vitest';
import { createRedactor } from '../../../lib/upstream/redact.ts';
import { createUpstream, type Upstream } from '../../../lib/upstream/upstreams.ts';

const PUBLIC = 'https://frontdesk.example';

const upstream = createUpstream('arm', 'https://arm.internal.example/base', 'https://arm.example/.default');

const mask = (text: string, body: unknown = undefined, at: Upstream = upstream) =>
  createRedactor(body, at, PUBLIC)(text);

it('leaves a text that holds nothing of the kind as it is', () => {
  expect(mask('The name is taken.', { name: 'The', clientSecret: 'canary' })).toBe('The name is taken.');
});

it('turns the upstream’s address into Frontdesk’s own', () => {
  const text = 'See https://arm.internal.example/base/subscriptions/s1 and https://arm.internal.example/docs.';
  expect(mask(text)).toBe(`See ${PUBLIC}/subscriptions/s1 and ${PUBLIC}/docs.`);
});

it.each<[string, unknown]>([
  ['a member', { clientSecret: 'canary' }],
  ['a member deep below', { properties: { parameters: { client_secret: 'canary' } } }],
  ['a member of an element', { outputs: [{ password: 'x' }, { password: 'canary' }] }],
  ['a list', { connectionStrings: ['other', 'canary'] }],
  ['an object', { credentials: { user: 'canary' } }],
])('takes out what was sent up as a secret in %s (A62)', (_, body) => {
  expect(mask('canary: canary was refused', body)).toBe('***: *** was refused');
});

it('takes out the longer of two secrets first, since one may hold the other', () => {
  expect(mask('longcanary canary', { password: 'canary', apiKey: 'longcanary' })).toBe('*** ***');
  expect(mask('longcanary canary', { apiKey: 'longcanary', password: 'canary' })).toBe('*** ***');
});

it('a secret of four characters is taken out, a shorter one would tear words apart', () => {
  expect(mask('abcd abc', { password: 'abcd' })).toBe('*** abc');
  expect(mask('abcd abc', { password: 'abc' })).toBe('abcd abc');
});

it.each([
  ['as JSON', 'pa"ss\\c/ü', 'Value "pa\\"ss\\\\c/ü" is bad.'],
  ['as JSON in ASCII', 'pass"ü€', 'Value pass\\"\\u00fc\\u20ac is bad.'],
  ['as JSON within JSON', 'pass"ü€', 'Value pass\\\\\\"\\\\u00FC\\\\u20AC is bad.'],
  ['percent-encoded', 'pass b/ü', '?key=pass%20b%2F%C3%BC is bad.'],
  ['percent-encoded in lower case', 'pass b/ü', '?key=pass%20b%2f%c3%bc is bad.'],
  ['percent-encoded twice', 'pass b/ü', '?key=pass%2520b%252F%25C3%25BC is bad.'],
  ['percent-encoded three times', 'pass b/ü', '?key=pass%252520b%25252F%2525C3%2525BC is bad.'],
  ['as a form', 'pass b/ü', 'key=pass+b%2F%C3%BC is bad.'],
  ['in other cases', 'Pass-bü', 'Value PASS-BÜ is bad.'],
  ['with other separators', 'pass-b/ü', 'Value pass b ü is bad.'],
  ['in a script without cases', '秘密の鍵', 'Value 秘密-の-鍵 is bad.'],
  ['of digits', '12-34', 'Value 1234 is bad.'],
  ['with a line break escaped', 'pass\nword', 'Value pass\\nword is bad.'],
  ['with a carriage return escaped', 'pass\rword', 'Value pass\\rword is bad.'],
  ['with a tab escaped', 'pass\tword', 'Value pass\\tword is bad.'],
  ['with a backspace escaped', 'pass\bword', 'Value pass\\bword is bad.'],
  ['with a form feed escaped', 'pass\fword', 'Value pass\\fword is bad.'],
])('a text that repeats a secret %s goes as a whole', (_, secret, text) => {
  expect(mask(text, { password: secret })).toBe('***');
  expect(mask(text, { password: `${secret}x` })).toBe(text);
});

it('takes out half a surrogate pair as it stands', () => {
  expect(mask('x\ud800yz!', { password: 'x\ud800yz' })).toBe('***!');
});

it('takes out the upstream’s key, and a token that it quotes (DESIGN 4, 4)', () => {
  const keyed = { ...upstream, key: { field: 'vendor-subscription-key', value: 'canary-key' } };
  expect(mask('canary-key', undefined, keyed)).toBe('***');
  expect(mask('canary-key')).toBe('canary-key');
  expect(mask('Token eyJhbGciOi_-.eyJhdWQi_-.c2ln-_ refused')).toBe('Token *** refused');
  expect(mask('Token eyJhbGciOi.eyJhdWQi. refused')).toBe('Token *** refused');
  expect(mask('eyJ and eyJa.b stay')).toBe('eyJ and eyJa.b stay');
});

it.each<[string, unknown]>([
  ['in JSON as text', { body: ' {"password":"canary"}' }],
  ['in a list in JSON as text', { body: '[{"password":"canary"}]' }],
  ['in the query of an address', { url: 'https://hook.example/?code=canary' }],
  ['as the signature of an address', { url: 'https://hook.example/?x=1&SIG=canary' }],
  ['as the password of an address', { url: 'https://user:canary@hook.example/' }],
])('takes out a secret that was sent up %s', (_, body) => {
  expect(mask('canary was refused', body)).toBe('*** was refused');
});

it('takes out a number that is a secret', () => {
  expect(mask('123456 was refused', { password: 123456 })).toBe('*** was refused');
  expect(mask('123456 was refused', { count: 123456 })).toBe('123456 was refused');
});

it('what an address or a text says besides stays', () => {
  const body = { url: 'https://hook.example/?topic=orders', body: '{"name":"orders"}', text: 'code=orders' };
  expect(mask('orders were refused', body)).toBe('orders were refused');
});

it('a secret that is an address is a secret', () => {
  const url = 'https://arm.internal.example/base/hook?sig=abcdef';
  expect(mask(`Failed: ${url}`, { connectionString: url })).toBe('Failed: ***');
});

it('what is no secret by its name stays', () => {
  expect(mask('orders is bad', { displayName: 'orders', tokenEndpoint: 'orders' })).toBe('orders is bad');
});

it.each([[undefined], [null], ['text'], [5], [[]], [{ password: true }]])('content of %j holds none', (body) => {
  expect(mask('text 5 true null', body)).toBe('text 5 true null');
});

it('one mask serves every text of an answer', () => {
  const masked = createRedactor({ password: 'canary' }, upstream, PUBLIC);
  expect([masked('canary 1'), masked('canary 2')]).toEqual(['*** 1', '*** 2']);
});

it('a secret of fewer than four letters and digits is found as it stands only', () => {
  expect(mask('ab-c. a b c', { password: 'ab-c' })).toBe('***. a b c');
  expect(mask('a/b/c/d', { password: 'ab-cd' })).toBe('***');
  expect(mask('+-+- and nothing', { password: '+-+-' })).toBe('*** and nothing');
});

it('more than ten thousand characters of a text do not go down', () => {
  expect(mask('x'.repeat(10_000))).toBe('x'.repeat(10_000));
  expect(mask(`${'x'.repeat(10_000)}y`)).toBe('x'.repeat(10_000));
});

it('of an answer 64 KiB of texts are looked at; what comes after them does not go down', () => {
  const masked = createRedactor(undefined, upstream, PUBLIC);
  for (let count = 0; count < 6; count++) masked('x'.repeat(10_000));
  expect(masked('y'.repeat(5_536))).toBe('y'.repeat(5_536));
  expect(masked('z')).toBe('***');
});

it('a thousand secrets are looked for; of a request with more no text goes down', () => {
  const names = Array.from({ length: 1_001 }, (_, index) => `secret ${index}`);
  const body = (secrets: readonly string[]) => ({ passwords: secrets });
  expect(mask('text', body(names.slice(1)))).toBe('text');
  expect(mask('text', body([...names.slice(1), ...names.slice(1)]))).toBe('text');
  expect(mask('text', body(names))).toBe('***');
});

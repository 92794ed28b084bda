import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectSecrets, createRedactor, removeCredential } from '../../../lib/upstream/redact.ts';
import type { Upstream } from '../../../lib/upstream/upstreams.ts';
import { runs } from '../../support/runs.ts';

const upstream: Pick<Upstream, 'key'> = {};

const redact = (text: string, body: unknown = undefined, at = upstream) => createRedactor(body, at)(text);

describe('a response', () => {
  const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0xff, 0x00]);
  const respond = (text: string, headers: Readonly<Record<string, string>> = {}) => {
    return { status: 200, headers, body: Buffer.concat([bytes, Buffer.from(text), bytes]) };
  };

  it('without the credential is returned itself', () => {
    const response = respond('{"a":"ü"}', { etag: '"1"' });
    expect(removeCredential(response, 'token')).toBe(response);
    expect(removeCredential(respond('abc'), 'abc').body).toEqual(respond('abc').body);
  });

  it('loses the credential in body and headers, and no other byte', () => {
    const response = respond('{"a":"ü token","b":["token"]}', { etag: '"token"', age: '1' });
    const removed = respond('{"a":"ü ***","b":["***"]}', { etag: '"***"', age: '1' });
    expect(removeCredential(response, 'token')).toEqual(removed);
    expect(removeCredential(respond('x', { etag: 'token' }), 'token').body).toEqual(respond('x').body);
  });
});

it('does not change other texts', () => {
  const text = 'The name is taken at https://management.azure.com/x.';
  expect(redact(text, { name: 'The', clientSecret: 'canary' })).toBe(text);
});

it('removes the longer of two secrets first, since one can contain the other', () => {
  expect(redact('longcanary canary', { password: 'canary', apiKey: 'longcanary' })).toBe('*** ***');
  expect(redact('longcanary canary', { apiKey: 'longcanary', password: 'canary' })).toBe('*** ***');
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
  ['in another case', 'Pass-bü', 'Value PASS-BÜ is bad.'],
  ['with other separators', 'pass-b/ü', 'Value pass b ü is bad.'],
  ['in a script without cases', '秘密の鍵', 'Value 秘密-の-鍵 is bad.'],
  ['of digits', '12-34', 'Value 1234 is bad.'],
  ['with a line break escaped', 'pass\nword', 'Value pass\\nword is bad.'],
  ['with a carriage return escaped', 'pass\rword', 'Value pass\\rword is bad.'],
  ['with a tab escaped', 'pass\tword', 'Value pass\\tword is bad.'],
  ['with a backspace escaped', 'pass\bword', 'Value pass\\bword is bad.'],
  ['with a form feed escaped', 'pass\fword', 'Value pass\\fword is bad.'],
])('replaces the whole text if it has a secret %s', (_, secret, text) => {
  expect(redact(text, { password: secret })).toBe('***');
  expect(redact(text, { password: `${secret}x` })).toBe(text);
});

it('removes the upstream’s key, and a token that it quotes (I4)', () => {
  const keyed = { key: { header: 'vendor-subscription-key', value: 'canary-key' } };
  expect(redact('canary-key', undefined, keyed)).toBe('***');
  expect(redact('canary-key')).toBe('canary-key');
  expect(redact('Token eyJhbGciOi_-.eyJhdWQi_-.c2ln-_ refused')).toBe('Token *** refused');
  expect(redact('Token eyJhbGciOi.eyJhdWQi. refused')).toBe('Token *** refused');
  expect(redact('eyJ and eyJa.b stay')).toBe('eyJ and eyJa.b stay');
});

it.each([[undefined], [null], ['text'], [5], [[]], [{ password: true }]])('finds no secret in a body of %j', (body) => {
  expect(redact('text 5 true null', body)).toBe('text 5 true null');
});

it('finds a secret of fewer than four letters and digits only unchanged', () => {
  expect(redact('ab-c. a b c', { password: 'ab-c' })).toBe('***. a b c');
  expect(redact('a/b/c/d', { password: 'ab-cd' })).toBe('***');
  expect(redact('+-+- and nothing', { password: '+-+-' })).toBe('*** and nothing');
});

it('cuts a text at ten thousand characters', () => {
  expect(redact('x'.repeat(10_000))).toBe('x'.repeat(10_000));
  expect(redact(`${'x'.repeat(10_000)}y`)).toBe('x'.repeat(10_000));
});

it('reads 64 KiB of texts per response and replaces the rest', () => {
  const redactText = createRedactor(undefined, upstream);
  for (let count = 0; count < 6; count++) redactText('x'.repeat(10_000));
  expect(redactText('y'.repeat(5_536))).toBe('y'.repeat(5_536));
  expect(redactText('z')).toBe('***');
});

describe('the work is limited', () => {
  const passwords = (count: number) => Array.from({ length: count }, (_, index) => `secret ${index}`);

  it('by texts times secrets: each text is searched for each secret', () => {
    const read = (texts: number, body: unknown) => {
      const redactText = createRedactor(body, upstream);
      return Array.from({ length: texts }, () => redactText('text'));
    };
    expect(new Set(read(190, { passwords: passwords(1_000) }))).toEqual(new Set(['text']));
    expect(read(210, { passwords: passwords(1_000) }).at(-1)).toBe('***');
    expect(read(1_000, { passwords: passwords(10) }).at(-1)).toBe('text');
  });

  it.each([
    ['secrets', { password: 'x'.repeat(100_001) }],
    ['values', { list: Array(100_001).fill(1) }],
    ['URLs', { list: Array(800).fill('https://hook.example/?code=canary') }],
    ['JSON in texts', { list: Array(20).fill(`[${'"x",'.repeat(2_000)}"x"]`) }],
  ])('by what is collected of the request: with too many %s, every text is replaced', (_, body) => {
    expect(collectSecrets(body)).toBeUndefined();
    expect(redact('text', body)).toBe('***');
  });

  it('a request of ordinary size is read whole', () => {
    const output = { accountKey: 'k'.repeat(88), url: 'https://hook.example/?code=canary', script: '[{"a":1}]' };
    expect(collectSecrets({ outputs: Array(300).fill(output) })).toHaveLength(600);
  });

  it('a token is found wherever a pattern would find it, in one pass', () => {
    const pattern = /eyJ[\w-]+\.[\w-]+\.[\w-]*/g;
    const piece = fc.constantFrom('eyJ', 'eyJa', 'ey', 'a', '-', '.', '..', ' ', '/', 'eyJa.b.c', 'é');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = pieces.join('');
        expect(redact(text)).toBe(text.replace(pattern, '***'));
      }),
      { numRuns: runs(300) },
    );
    expect(redact('eyJ'.repeat(3_000))).toBe('eyJ'.repeat(3_000));
  });
});

describe('collectSecrets', () => {
  it.each<[string, unknown, string[]]>([
    ['a member by its name', { name: 'orders', clientSecret: 'canary' }, ['canary']],
    ['every value below its name', { credentials: { user: ['someone'], at: { id: 'other' } } }, ['someone', 'other']],
    ['nothing in a string', 'password', []],
    // They would damage ordinary words.
    ['none of three characters', { password: 'abc', secret: 'abcd', token: 123, apiKey: 1234 }, ['abcd', '1234']],
    ['an object in JSON', { body: '{"password":"canary","name":"orders"}' }, ['canary']],
    ['JSON after white space', { body: ' \n{"password":"canary"}' }, ['canary']],
    ['no JSON within other text', { body: 'see {"password":"canary"}' }, []],
    ['a secret by its name in a URL', 'https://hook.example/?client_secret=canary&topic=orders', ['canary']],
    ['a signature in upper case', 'https://hook.example/?SIG=canary', ['canary']],
    ['a function key', 'https://hook.example/?code=canary', ['canary']],
    ['a password', 'amqp://user:canary@hook.example/', ['canary']],
    ['nothing in another URL', 'https://hook.example/orders?topic=code', []],
    ['nothing without a protocol', '//hook.example/?code=canary', []],
    ['no URL within other text', 'see https://hook.example/?code=canary', []],
    ['nothing in what is no URL', 'https://[/?code=canary', []],
  ])('finds %s (A62)', (_, body, secrets) => {
    expect(collectSecrets(typeof body === 'string' && body.includes('/') ? { url: body } : body)).toEqual(secrets);
  });
});

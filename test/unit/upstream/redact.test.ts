import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor, removeCredential } from '../../../lib/upstream/redact.ts';
import type { Upstream } from '../../../lib/upstream/upstream.ts';
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

it('finds a secret as it was sent only: who sent it learns nothing from another spelling', () => {
  expect(redact('pass-b/ü PASS-B/Ü pass-b%2Fü pass-b\\/ü', { password: 'pass-b/ü' })).toBe(
    '*** PASS-B/Ü pass-b%2Fü pass-b\\/ü',
  );
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

describe('the work is limited', () => {
  it('by 64 KiB of texts per response, a short one as 32 characters more; the rest is replaced', () => {
    const redactText = createRedactor(undefined, upstream);
    for (let count = 0; count < 6; count++) redactText('x'.repeat(10_000 - 32));
    expect(redactText('y'.repeat(5_504))).toBe('y'.repeat(5_504));
    expect(redactText('')).toBe('***');
  });

  it('by secrets: with more than 200, every text is replaced', () => {
    const passwords = (count: number) => Array.from({ length: count }, (_, index) => `secret ${index}`);
    expect(redact('text', { passwords: passwords(200) })).toBe('text');
    expect(redact('text', { passwords: passwords(201) })).toBe('***');
    expect(redact('text', { passwords: Array(1_000).fill('secret') })).toBe('text');
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

it.each<[string, unknown, string]>([
  ['a member by its name', { name: 'orders', clientSecret: 'canary' }, 'orders ***'],
  ['every value below its name', { credentials: { user: ['orders'], at: { id: 'canary' } } }, '*** ***'],
  ['a number, but none of three digits', { token: 1234, pin: { secret: 123 } }, 'orders canary'],
  // They would damage ordinary words.
  ['nothing of three characters', { password: 'can', apiKey: 'ord' }, 'orders canary'],
  ['nothing under another name', { name: 'canary', url: 'https://orders.example/?code=canary' }, 'orders canary'],
])('finds %s (A62)', (_, body, redacted) => {
  expect(redact('orders canary 123 1234', body)).toBe(
    `${redacted} 123 ${JSON.stringify(body).includes('1234') ? '***' : '1234'}`,
  );
});

import { expect, it } from 'vitest';
import { checkLife } from '../../../lib/upstream/token-cache.ts';

const NOW = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;
const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.AAAA`;
const claiming = (ms: number) => jwt({ exp: (NOW + ms) / 1000 });
const lifeOf = (token: string, lifeMs: number) => checkLife({ token, expiresOnTimestamp: NOW + lifeMs }, NOW);

it.each([
  ['as long as the endpoint says', claiming(24 * HOUR), HOUR, HOUR],
  ['no longer than it claims itself (F61)', claiming(HOUR), 20 * 365 * 24 * HOUR, HOUR],
  ['a day at most, if it claims nothing (F61)', 'opaque', 20 * 365 * 24 * HOUR, 24 * HOUR],
  ['a day at most, if its claim is no number (F61)', jwt({ exp: 'never' }), 20 * 365 * 24 * HOUR, 24 * HOUR],
])('a token is valid %s', (_, token, lifeMs, expected) => {
  expect(lifeOf(token, lifeMs)).toBe(expected);
});

it.each([
  ['that the endpoint says is expired', claiming(HOUR), -1, 'expired'],
  ['that claims to be expired', claiming(-1), HOUR, 'expired'],
  ['in its last minute', claiming(HOUR), 60_000, 'expired'],
  ['without a lifetime', 'opaque', Number.NaN, 'without a lifetime'],
  ['with a line break', 'opa\nque', HOUR, 'malformed'],
  ['with a space', 'opa que', HOUR, 'malformed'],
  ['that is empty', '', HOUR, 'malformed'],
])('F61: a token %s is not used', (_, token, lifeMs, reason) => {
  expect(() => lifeOf(token, lifeMs)).toThrow(reason);
});

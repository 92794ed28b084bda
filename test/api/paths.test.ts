import { describe, expect, it } from 'vitest';
import { buildAuthorization, buildAuthorizationPath, grantEverything } from '../support/builders.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack({ settings: { ACCESS_POLICY: grantEverything } });

const calls = () => stack.upstream.calls();
const lastCall = async () => (await calls()).at(-1);

describe('paths', () => {
  const upstreamPath = async (authorizationId: string) => {
    const path = buildAuthorizationPath({ authorizationId });
    const { status } = await stack.send('PUT', path, { body: buildAuthorization() });
    return [status, (await lastCall())?.path.match(/\/authorizations\/([^?]*)\?/)?.[1]];
  };

  it.each([
    ['a%20b', 'a%20b'],
    ['%C3%A9%E6%97%A5', '%C3%A9%E6%97%A5'],
    ["o'r(1)!", 'o%27r%281%29%21'],
    ['a;b=c,d@e$f', 'a%3Bb%3Dc%2Cd%40e%24f'],
    ['%61%62%63', 'abc'],
    ['...', '...'],
    ['a..b', 'a..b'],
  ])('are decoded once and encoded once: %s is sent as %s', async (sent, relayed) => {
    expect(await upstreamPath(sent)).toEqual([201, relayed]);
  });

  it.each([
    'a%2Fb',
    'a%2fb',
    'a%5Cb',
    'a%252Fb',
    'a%2520b',
    '%00',
    'a%0D%0Ab',
    'a%7F',
    'a%EF%BC%8Fb',
    '%EF%BC%8E%EF%BC%8E',
    'a%EF%BC%85',
  ])('C-12 are refused if a value could become more than its segment: %s', async (sent) => {
    const [status] = await upstreamPath(sent);
    expect(status).toBe(400);
    expect(await calls()).toEqual([]);
  });
});

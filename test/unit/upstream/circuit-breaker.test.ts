import { describe, expect, it } from 'vitest';
import { CircuitBreaker } from '../../../lib/upstream/circuit-breaker.ts';

/** Records a failure of each resource at `now`. */
function fail(breaker: CircuitBreaker, resources: string, now = 0): void {
  for (const resource of resources) breaker.fail(resource, now);
}

function openBreaker(): CircuitBreaker {
  const breaker = new CircuitBreaker();
  fail(breaker, 'abc');
  return breaker;
}

describe('P-08 what one resource does never decides for another', () => {
  it('one or two resources that fail, however often, shut nothing', () => {
    const breaker = new CircuitBreaker();
    fail(breaker, 'a'.repeat(100) + 'b'.repeat(100));
    expect([breaker.isOpen, breaker.admit(0)]).toEqual([false, true]);
  });

  it('three resources do, if half of the calls failed', () => {
    const breaker = new CircuitBreaker();
    for (let count = 0; count < 4; count++) breaker.succeed(0);
    fail(breaker, 'abc');
    expect(breaker.isOpen).toBe(false);
    fail(breaker, 'a');
    expect(breaker.isOpen).toBe(true);
  });

  it('only what failed in the last ten seconds counts', () => {
    const breaker = new CircuitBreaker();
    fail(breaker, 'ab', 0);
    fail(breaker, 'c', 10_000);
    expect(breaker.isOpen).toBe(false);
    fail(breaker, 'b', 10_001);
    fail(breaker, 'a', 10_002);
    expect(breaker.isOpen).toBe(true);
  });

  it('neither do calls that succeeded before them', () => {
    const breaker = new CircuitBreaker();
    for (let count = 0; count < 100; count++) breaker.succeed(0);
    fail(breaker, 'abc', 11_000);
    expect(breaker.isOpen).toBe(true);
  });
});

describe('P-09 while it is open', () => {
  it('one call a second is a probe', () => {
    const breaker = openBreaker();
    const probes = [0, 999, 1_000, 1_001, 1_999, 2_000].filter((now) => breaker.admit(now));
    expect(probes).toEqual([1_000, 2_000]);
    expect(breaker.reopensInMs(2_400)).toBe(600);
  });

  it('a hanging probe keeps nothing shut: the next goes after a second, and its success closes', () => {
    const breaker = openBreaker();
    expect([breaker.admit(1_000), breaker.admit(2_000)]).toEqual([true, true]);
    breaker.succeed(2_010);
    expect([breaker.isOpen, breaker.admit(2_010), breaker.admit(2_010)]).toEqual([false, true, true]);
  });

  it('a failed probe changes nothing', () => {
    const breaker = openBreaker();
    breaker.admit(1_000);
    breaker.fail('d', 1_010);
    expect([breaker.admit(1_999), breaker.admit(2_000)]).toEqual([false, true]);
  });

  it('the first success closes it, also that of a call from before, and it starts from nothing', () => {
    const breaker = openBreaker();
    breaker.succeed(10);
    fail(breaker, 'ab', 20);
    expect(breaker.isOpen).toBe(false);
  });
});

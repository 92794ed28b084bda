import { describe, expect, it } from 'vitest';
import { CircuitBreaker } from '../../../lib/upstream/circuit-breaker.ts';

/** Records a result of each voter, one a letter. */
function record(breaker: CircuitBreaker, voters: string, hasFailed: boolean, now = 0, sentAt = now): void {
  for (const voter of voters) breaker.record(voter, hasFailed, sentAt, now);
}
const fail = (breaker: CircuitBreaker, voters: string, now = 0) => record(breaker, voters, true, now);
const succeed = (breaker: CircuitBreaker, voters: string, now = 0) => record(breaker, voters, false, now);

function openBreaker(): CircuitBreaker {
  const breaker = new CircuitBreaker();
  fail(breaker, 'abc');
  return breaker;
}

/** Asks for a voter at each of these times; returns when it may be sent. */
const probe = (breaker: CircuitBreaker, voter: string, times: readonly number[]) =>
  times.filter((now) => breaker.admit(voter, now));

describe('P-08 what one resource does never decides for another', () => {
  it('one or two resources that fail, however often, shut nothing', () => {
    const breaker = new CircuitBreaker();
    fail(breaker, 'a'.repeat(100) + 'b'.repeat(100));
    expect([breaker.isOpen, breaker.admit('a', 0)]).toEqual([false, true]);
  });

  it('three resources do, if they are half of those called: each counts once, by its last call', () => {
    const breaker = new CircuitBreaker();
    succeed(breaker, 'wxyz'.repeat(10));
    fail(breaker, 'abc'.repeat(10));
    expect(breaker.isOpen).toBe(false);
    succeed(breaker, 'a');
    fail(breaker, 'wz');
    expect(breaker.isOpen).toBe(true);
  });

  it.each([
    [9_999, true],
    [10_000, false],
  ])('of failures %i ms ago and one now, whether it is open', (ms, isOpen) => {
    const breaker = new CircuitBreaker();
    fail(breaker, 'ab', 0);
    fail(breaker, 'c', ms);
    expect(breaker.isOpen).toBe(isOpen);
  });

  it('calls that succeeded earlier do not count', () => {
    const breaker = new CircuitBreaker();
    for (let count = 0; count < 100; count++) breaker.record(`r${count}`, false, 0, 0);
    fail(breaker, 'abc', 11_000);
    expect(breaker.isOpen).toBe(true);
  });

  it('of two calls of a resource the one that was sent last counts, whichever ends last', () => {
    const breaker = new CircuitBreaker();
    succeed(breaker, 'c', 5_000);
    for (const voter of 'abc') breaker.record(voter, true, 1_000, 6_000);
    expect(breaker.isOpen).toBe(false);
  });

  it('remembers a hundred resources', () => {
    const breaker = new CircuitBreaker();
    for (let count = 0; count < 1_000; count++) breaker.record(`r${count}`, false, 0, 0);
    for (let count = 0; count < 49; count++) breaker.record(`f${count}`, true, 0, 0);
    expect(breaker.isOpen).toBe(false);
    fail(breaker, 'c');
    expect(breaker.isOpen).toBe(true);
  });
});

describe('P-09 while it is open', () => {
  it('one call a second is a probe (F27)', () => {
    const breaker = openBreaker();
    expect(probe(breaker, 'd', [0, 999, 1_000, 1_001, 1_999, 2_000])).toEqual([1_000, 2_000]);
    expect(breaker.reopensInMs(2_400)).toBe(600);
  });

  it('what failed last is a probe only if nothing else was asked for in that second', () => {
    const breaker = openBreaker();
    expect(probe(breaker, 'a', [999, 1_000, 1_500])).toEqual([1_000]);
    expect(probe(breaker, 'd', [1_900])).toEqual([]);
    expect(probe(breaker, 'a', [2_000, 2_800])).toEqual([]);
    expect(probe(breaker, 'd', [2_850])).toEqual([2_850]);
    expect(probe(breaker, 'a', [3_849, 3_850])).toEqual([3_850]);
  });

  it('what failed is not taken for healthy when ten seconds have passed', () => {
    const breaker = openBreaker();
    expect(probe(breaker, 'd', [20_000])).toEqual([20_000]);
    fail(breaker, 'd', 20_010);
    expect(probe(breaker, 'e', [20_900])).toEqual([]);
    expect(['a', 'd'].flatMap((voter) => probe(breaker, voter, [21_000, 21_500]))).toEqual([]);
  });

  it('a hanging probe keeps nothing shut: the next goes after a second, and its success closes', () => {
    const breaker = openBreaker();
    expect(probe(breaker, 'd', [1_000, 2_000])).toEqual([1_000, 2_000]);
    breaker.record('d', false, 2_000, 2_010);
    expect([breaker.isOpen, breaker.admit('a', 2_010), breaker.admit('b', 2_010)]).toEqual([false, true, true]);
  });

  it('a failed probe changes nothing', () => {
    const breaker = openBreaker();
    breaker.admit('d', 1_000);
    fail(breaker, 'd', 1_010);
    expect(probe(breaker, 'e', [1_999, 2_000])).toEqual([2_000]);
  });

  it('a success of a call that was sent before it opened does not close it', () => {
    const breaker = new CircuitBreaker();
    fail(breaker, 'abc', 500);
    record(breaker, 'defgh', false, 2_000, 499);
    expect(breaker.isOpen).toBe(true);
  });

  it('the success that closes it starts from nothing', () => {
    const breaker = openBreaker();
    breaker.record('d', false, 1_000, 1_010);
    fail(breaker, 'ab', 1_020);
    expect(breaker.isOpen).toBe(false);
  });
});

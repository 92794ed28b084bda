import { expect, it } from 'vitest';
import { type Passed, ThrottleGates } from '../../../lib/upstream/throttle-gates.ts';

const call = { operation: 'list', counter: 's1' };
const sibling = { operation: 'get', counter: 's1' };
const elsewhere = { operation: 'list', counter: 's2' };

/** Lets out calls until one has to wait. */
function passAll(gates: ThrottleGates, now: number): Passed[] {
  const passed: Passed[] = [];
  for (let next = gates.pass(call, now); next && passed.length < 100; next = gates.pass(call, now)) passed.push(next);
  return passed;
}

it('P-10 without a gate every call passes', () => {
  const gates = new ThrottleGates();
  expect([gates.closedMs(call, 0), gates.nextChangeMs(0), gates.countClosed(0)]).toEqual([0, undefined, 0]);
  expect(passAll(gates, 0)).toHaveLength(100);
});

it('P-10 one provider’s Retry-After does not shut the others, nor another subscription', () => {
  const gates = new ThrottleGates();
  gates.close(call, false, 5_000, 0);
  expect([call, sibling, elsewhere].map((each) => gates.closedMs(each, 0))).toEqual([5_000, 0, 0]);
  expect([call, sibling, elsewhere].map((each) => gates.pass(each, 0) !== undefined)).toEqual([false, true, true]);
});

it('P-10 the subscription’s quota shuts every operation of it, and no other subscription', () => {
  const gates = new ThrottleGates();
  gates.close(call, true, 5_000, 0);
  expect([call, sibling, elsewhere].map((each) => gates.closedMs(each, 0))).toEqual([5_000, 5_000, 0]);
});

it('the longer of two times counts, less the inaccuracy of a timer', () => {
  const gates = new ThrottleGates();
  gates.close(call, false, 5_000, 0);
  gates.close(call, false, 1_000, 0);
  expect(gates.closedMs(call, 4_994)).toBe(6);
  expect(gates.closedMs(call, 4_995)).toBe(0);
  expect(gates.countClosed(4_994)).toBe(1);
});

/** Returns gates of which the call's is shut for a second. */
function shut(): ThrottleGates {
  const gates = new ThrottleGates();
  gates.close(call, false, 1_000, 0);
  return gates;
}

it('P-10 calls leave one after the other: one, one more after each success, twice as many after 250 ms', () => {
  const gates = shut();
  const [first, ...others] = passAll(gates, 1_000);
  expect(others).toEqual([]);
  gates.leave(first as Passed, true);
  const second = passAll(gates, 1_001);
  expect(second).toHaveLength(2);
  for (const passed of second) gates.leave(passed, true);
  expect(passAll(gates, 1_002)).toHaveLength(4);
  // The four are slow.
  expect(passAll(gates, 1_250)).toHaveLength(4);
});

it('P-10 a call that fails lets out the next one, no more', () => {
  const gates = shut();
  gates.leave(passAll(gates, 1_000)[0] as Passed, false);
  expect(passAll(gates, 1_001)).toHaveLength(1);
});

it('P-10 another 429 starts over', () => {
  const gates = shut();
  for (const passed of passAll(gates, 1_600)) {
    gates.close(call, false, 1_000, 1_600);
    gates.leave(passed, false);
  }
  expect(passAll(gates, 2_599)).toHaveLength(1);
});

it('P-10 an open gate is gone after a second and a half, however slow the calls are', () => {
  const gates = shut();
  expect(gates.nextChangeMs(400)).toBe(600);
  expect(gates.nextChangeMs(1_100)).toBe(150);
  expect(gates.nextChangeMs(2_500)).toBeUndefined();
  expect(passAll(gates, 2_500)).toHaveLength(100);
});

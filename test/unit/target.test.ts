import fc from 'fast-check';
import { expect, it } from 'vitest';
import { getCustomer } from '../../functions/get-customer.ts';
import { listHealthEvents } from '../../functions/list-health-events.ts';
import { toCloudOperation } from '../../lib/operation.ts';
import { toPlan } from '../../lib/plan.ts';
import { PROFILES } from '../../lib/profiles.ts';
import { createReadTarget } from '../../lib/target.ts';

const toReadTarget = (operation: Parameters<typeof toCloudOperation>[0]) =>
  createReadTarget(toPlan(toCloudOperation(operation, PROFILES.vendor)));

const params = {
  companyId: 'c0400000-0000-4000-8000-00000000000a',
  customerId: 'c0000000-0000-4000-8000-000000000001',
};
const rawQuery = '$expand=currency';

it('says what is acted on and what a record names, and reads the rest when it is asked', () => {
  const target = toReadTarget(getCustomer)({ params, rawQuery: rawQuery });
  expect(target.resource).toBe(`/companies/${params.companyId}`);
  expect(target.path).toBe(`/companies(${params.companyId})/customers(${params.customerId})`);
  expect(target.address()).toEqual({ params, query: { $expand: 'currency' }, details: [] });
});

it('says the upstream’s path, each value encoded, and says it alike each time', () => {
  const target = toReadTarget(getCustomer)({ params: { companyId: 'a b', customerId: "c'd" }, rawQuery: rawQuery });
  for (let count = 0; count < 2; count++) {
    expect(target.upstreamPath()).toBe('/companies(a%20b)/customers(c%27d)');
    expect(target.upstreamTarget(target.address().query)).toBe('/companies(a%20b)/customers(c%27d)?$expand=currency');
    expect(target.upstreamTarget({ $skiptoken: 'a b' })).toBe('/companies(a%20b)/customers(c%27d)?$skiptoken=a%20b');
  }
});

it('is read once for one address, and anew for each other', () => {
  const readTarget = toReadTarget(getCustomer);
  const target = readTarget({ params, rawQuery: rawQuery });
  expect(readTarget({ params: { ...params }, rawQuery: rawQuery })).toBe(target);
  const others = [
    { params, rawQuery: '' },
    { params, rawQuery: `${rawQuery}&a=1` },
    { params: { ...params, customerId: params.companyId }, rawQuery },
  ].map(readTarget);
  expect(new Set([target, ...others]).size).toBe(4);
});

it('says of any address what it says to who has seen no other', () => {
  const plan = toPlan(toCloudOperation(getCustomer, PROFILES.vendor));
  const readTarget = createReadTarget(plan);
  const piece = fc.constantFrom('a', 'b', '\n', '\r\n', '?', '&', '=', '/', '%0A', '$expand=', '');
  const text = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));
  const query = text.map((sent) => sent.replaceAll(/[\r\n]/g, ''));
  fc.assert(
    fc.property(text, text, query, (companyId, customerId, rawQuery) => {
      const message = { params: { companyId, customerId }, rawQuery };
      const target = readTarget(message);
      const alone = createReadTarget(plan)(message);
      expect([target.resource, target.path, target.address(), target.upstreamPath()]).toEqual([
        alone.resource,
        alone.path,
        alone.address(),
        alone.upstreamPath(),
      ]);
    }),
    { numRuns: 3_000 },
  );
});

it('is never another address’s, wherever line breaks stand in its values', () => {
  const readTarget = toReadTarget(getCustomer);
  const sent = [
    ['a', 'b\nc'],
    ['a\nb', 'c'],
    ['a\nb\nc', ''],
    ['', 'a\nb\nc'],
  ].map(([companyId = '', customerId = '']) => ({ params: { companyId, customerId }, rawQuery: '' }));
  for (const message of [...sent, ...sent]) {
    expect(readTarget(message).address().params).toEqual(message.params);
    expect(readTarget(message).path).toBeUndefined();
  }
});

it('tells what is wrong with an address each time', () => {
  const readTarget = toReadTarget(listHealthEvents);
  const message = { params: { subscriptionId: 's' }, rawQuery: 'api-version=1' };
  const details = readTarget(message).address().details;
  expect(details.length).toBeGreaterThan(1);
  expect(readTarget(message).address().details).toEqual(details);
});

it('remembers the 2,000 that were last asked for, and none of more than a kilobyte', () => {
  const readTarget = toReadTarget(getCustomer);
  const at = (n: number) => ({ params: { ...params, customerId: `c${n}` }, rawQuery });
  const first = readTarget(at(0));
  const second = readTarget(at(1));
  for (let n = 2; n < 2_000; n++) readTarget(at(n));
  expect(readTarget(at(0))).toBe(first);
  readTarget(at(2_000));
  expect(readTarget(at(0))).toBe(first);
  expect(readTarget(at(1))).not.toBe(second);
  const long = { params, rawQuery: `$expand=${'x'.repeat(1_024)}` };
  expect(readTarget(long)).not.toBe(readTarget(long));
});

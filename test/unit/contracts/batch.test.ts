import { expect, it } from 'vitest';
import { BatchRequest as Batch, MAX_PARTS } from '../../../lib/contracts/batch.ts';
import { failuresOf } from './support.ts';

const BatchRequest = Batch.request;
const part = { id: '1', method: 'GET', url: '/companies' };
const repeat = (count: number) => ({ requests: Array.from({ length: count }, (_, id) => ({ ...part, id: `${id}` })) });

it('B-01 takes 1 to 20 parts with ids that differ', () => {
  for (const count of [1, MAX_PARTS]) expect(failuresOf(BatchRequest, repeat(count))).toEqual([]);
  expect(failuresOf(BatchRequest, repeat(0))).toEqual(['requests: must not be empty']);
  expect(failuresOf(BatchRequest, repeat(21))).toEqual(['requests: must have at most 20 elements']);
  expect(failuresOf(BatchRequest, { requests: [part, part] })).toEqual(['requests.1.id: must be unique in the batch']);
});

it.each([
  ['', 1],
  [' ~', 0],
  ['x'.repeat(64), 0],
  ['x'.repeat(65), 1],
  ['ä', 1],
  ['\u0000', 1],
  [1, 1],
])('B-01 an id is printable ASCII: %j', (id, failures) => {
  expect(failuresOf(BatchRequest, { requests: [{ ...part, id }] })).toHaveLength(failures);
});

it('B-01 a failure says in words what is wrong', () => {
  const requests = [{ ...part, id: 'ä', method: 'GET ' }];
  const failures = ['requests.0.id: must be printable ASCII', 'requests.0.method: must be 1 to 16 letters'];
  expect(failuresOf(BatchRequest, { requests })).toEqual(failures);
});

it('B-01 ids that differ by case are two; members that only OData has are ignored', () => {
  const requests = [
    { ...part, id: 'a' },
    { ...part, id: 'A', atomicityGroup: 'g', if: '$a eq 1' },
  ];
  expect(failuresOf(BatchRequest, { requests })).toEqual([]);
});

it('B-01 what a part may lack may be null', () => {
  const requests = [{ ...part, headers: null, body: null, dependsOn: null }];
  expect(failuresOf(BatchRequest, { requests })).toEqual([]);
});

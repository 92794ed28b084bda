import { BatchRequest, MAX_PARTS } from '../../../lib/contracts/batch.ts';
import { membersOf, testBodies } from './support.ts';

const { request } = BatchRequest;
const part = { id: '1', method: 'GET', url: '/companies' };
const repeat = (count: number) => ({ requests: Array.from({ length: count }, (_, id) => ({ ...part, id: `${id}` })) });
const parts = (...changes: object[]) => ({ requests: changes.map((change) => ({ ...part, ...change })) });

const first = membersOf(request, repeat(1), 'requests.0');
first.required('B-01', 'id method url');
first.rule('B-01', 'id', [' ~', 'x'.repeat(64)], ['ä', '\u0000'], 'must be printable ASCII');
first.rule('B-01', 'id', ['x'], [1], 'must be a string');
first.rule('B-01', 'method', ['GET', 'get'], ['GET ', ''], 'must be 1 to 16 letters');

testBodies([
  ['B-01 one part', request, repeat(1)],
  ['B-01 twenty parts', request, repeat(MAX_PARTS)],
  ['B-01 no part', request, repeat(0), 'requests: must not be empty'],
  ['B-01 too many parts', request, repeat(21), 'requests: must have at most 20 elements'],
  ['B-01 no empty id', request, parts({ id: '' }), 'requests.0.id: must not be empty'],
  ['B-01 no long id', request, parts({ id: 'x'.repeat(65) }), 'requests.0.id: must have at most 64 characters'],
  ['B-01 an id twice', request, parts({}, {}), 'requests.1.id: must be unique in the batch'],
  ['B-01 ids that differ by case', request, parts({ id: 'a' }, { id: 'A' })],
  ['B-01 members that only OData has', request, parts({ atomicityGroup: 'g', if: '$a eq 1' })],
  ['B-01 nulls', request, parts({ headers: null, body: null, dependsOn: null })],
]);

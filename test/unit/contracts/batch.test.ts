import { BatchRequest, MAX_PARTS } from '../../../lib/contracts/batch.ts';
import { membersOf, testBodies } from './support.ts';

const { request } = BatchRequest;
const part = { id: '1', method: 'GET', url: '/companies' };
const repeat = (count: number) => ({ requests: Array.from({ length: count }, (_, id) => ({ ...part, id: `${id}` })) });
const parts = (...changes: object[]) => ({ requests: changes.map((change) => ({ ...part, ...change })) });

const first = membersOf(request, repeat(1), 'requests.0');
first.required('C-68', 'id method url');
first.rule('C-68', 'id', [' ~', 'x'.repeat(64)], ['ä', '\u0000'], 'must be printable ASCII');
first.rule('C-68', 'id', ['x'], [1], 'must be a string');
first.rule('C-68', 'method', ['GET', 'get'], ['GET ', ''], 'must be 1 to 16 letters');

testBodies([
  ['C-68 one part', request, repeat(1)],
  ['C-68 twenty parts', request, repeat(MAX_PARTS)],
  ['C-68 no part', request, repeat(0), 'requests: must not be empty'],
  ['C-68 too many parts', request, repeat(21), 'requests: must have at most 20 elements'],
  ['C-68 no empty id', request, parts({ id: '' }), 'requests.0.id: must not be empty'],
  ['C-68 no long id', request, parts({ id: 'x'.repeat(65) }), 'requests.0.id: must have at most 64 characters'],
  ['C-68 an id twice', request, parts({}, {}), 'requests.1.id: must be unique in the batch'],
  ['C-68 ids that differ by case', request, parts({ id: 'a' }, { id: 'A' })],
  ['C-68 members that only OData has', request, parts({ atomicityGroup: 'g', if: '$a eq 1' })],
  ['C-68 nulls', request, parts({ headers: null, body: null, dependsOn: null })],
]);

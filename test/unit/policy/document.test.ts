import { expect, it } from 'vitest';
import { parsePolicy } from '../../../lib/policy/document.ts';

const ROLE = 'Items.Read';
const grants = [{ roles: [ROLE], resources: ['/companies/c1'] }];
const room = { parallel: 2, queue: 3 };

it('a member that is given twice is named: JSON.parse would take the last one', () => {
  const twice = `{"grants":[{"roles":["${ROLE}"],"resources":["*"],"resources":["/companies/c1"]}]}`;
  expect(() => parsePolicy(twice)).toThrow('policy: has the member resources twice');
});

it('a member that some parsers take for the prototype is refused', () => {
  const text = `{"__proto__":{},"grants":[{"roles":["${ROLE}"],"resources":["*"]}]}`;
  expect(() => parsePolicy(text)).toThrow('policy: has a member or a text that parsers read differently');
});

it('every invalid member is reported with its path', () => {
  const policy = { grants: [{ roles: [], resources: ['x'], users: [] }], extra: 1 };
  expect(() => parsePolicy(JSON.stringify(policy))).toThrow(
    /^grants\.0\.roles: .+; grants\.0\.resources\.0: .+; grants\.0: .+"users".*; policy: .+"extra"/,
  );
});

it('a policy may have limits, and the version that it was pulled as', () => {
  const limits = { caller: { perSecond: 1, burst: 1 }, arm: { bulkhead: { read: room, write: room }, rate: {} } };
  expect(parsePolicy(JSON.stringify({ version: 3, grants, limits }))).toEqual({ version: 3, grants, limits });
});

it.each([
  ['of an unknown upstream', { graph: { bulkhead: { read: room, write: room }, rate: {} } }],
  ['without places', { arm: { bulkhead: { read: { parallel: 0, queue: 1 }, write: room }, rate: {} } }],
  [
    'of bytes, which are fixed at the start',
    { arm: { bulkhead: { read: room, write: room }, rate: {}, maxResponseBytes: 4096 } },
  ],
])('limits %s are invalid', (_, limits) => {
  expect(() => parsePolicy(JSON.stringify({ grants, limits }))).toThrow(/^limits/);
});

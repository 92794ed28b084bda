import { describe, expect, it } from 'vitest';
import { nameList } from '../../../lib/contracts/odata-query.ts';
import { failuresOf } from './support.ts';

const RELATIONS = [
  'customerFinancialDetails',
  'picture',
  'defaultDimensions',
  'currency',
  'paymentTerm',
  'shipmentMethod',
  'paymentMethod',
];

describe('nameList', () => {
  it('S3-24, S3-47, C-26 $expand is a comma separated list of the relations', () => {
    const accepted = [...RELATIONS, RELATIONS.join(','), 'currency, picture', 'currency,  picture'];
    for (const list of accepted) expect(failuresOf(nameList(RELATIONS), list)).toEqual([]);
    const refused = [
      '',
      ',',
      'currency,',
      ',currency',
      'currency,,picture',
      'currency,currency',
      'Currency',
      ' currency',
    ];
    const foreign = ['vendor', 'currency,vendor', 'currency;picture', 'currency($select=code)', 'currency ,picture'];
    for (const list of [...refused, ...foreign]) {
      expect(failuresOf(nameList(RELATIONS), list)).toEqual([
        `must be a comma separated list, without repetition, of ${RELATIONS.join(', ')}`,
      ]);
    }
  });

  it('$expand follows the list of relations of the profile', () => {
    expect(failuresOf(nameList([...RELATIONS, 'agedAccountsReceivable']), 'agedAccountsReceivable')).toEqual([]);
    expect(failuresOf(nameList(RELATIONS), 'agedAccountsReceivable')).toHaveLength(1);
  });
});

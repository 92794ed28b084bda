import { expect, it } from 'vitest';
import { filterExpression, nameList, wholeNumber } from '../../../lib/contracts/odata-query.ts';
import { failuresOf } from './support.ts';

const RELATIONS =
  'customerFinancialDetails,picture,defaultDimensions,currency,paymentTerm,shipmentMethod,paymentMethod'.split(',');

it('S3-24, S3-47, C-26 $expand is a comma separated list of the relations of the profile', () => {
  const accepted = [...RELATIONS, RELATIONS.join(','), 'currency, picture', 'currency,  picture'];
  for (const list of accepted) expect(failuresOf(nameList(RELATIONS), list)).toEqual([]);
  const form = '|,|currency,|,currency|currency,,picture|currency,currency|Currency| currency|currency ,picture';
  const foreign = 'vendor|currency,vendor|currency;picture|currency($select=code)|agedAccountsReceivable';
  for (const list of [...form.split('|'), ...foreign.split('|')])
    expect(failuresOf(nameList(RELATIONS), list), list).toEqual([
      `must be a comma separated list, without repetition, of ${RELATIONS.join(', ')}`,
    ]);
  expect(failuresOf(nameList([...RELATIONS, 'agedAccountsReceivable']), 'agedAccountsReceivable')).toEqual([]);
});

it('S1-72 the grammar of $filter is not shown: any text passes, within a length limit of ours and without control characters', () => {
  const forms = [
    "eventType eq 'ServiceIssue' and status eq 'Active'",
    "service eq 'Virtual Machines' or region eq 'West US'",
    'properties.impactStartTime ge 2026-01-17',
    'eventType eq SecurityAdvisory',
    "title eq 'Störung 🚧'",
    '',
    'x'.repeat(2048),
  ];
  for (const form of forms) expect(failuresOf(filterExpression, form)).toEqual([]);
  expect(failuresOf(filterExpression, 'x'.repeat(2049))).toEqual(['must have at most 2048 characters']);
  for (const control of ['\n', '\r', '\0', '\u007f', '\u0085']) {
    expect(failuresOf(filterExpression, `a eq ${control}'b'`)).toEqual(['must not contain control characters']);
  }
});
it('R-13 a number has digits only, at most nine, and is not too small', () => {
  for (const text of ['1', '20', '007', '999999999']) expect(failuresOf(wholeNumber(1), text)).toEqual([]);
  for (const text of ['', '0', '-1', '+1', '1.0', '1e2', ' 1', '0x1', '٣', '1000000000'])
    expect(failuresOf(wholeNumber(1), text), text).toEqual(['must be a whole number of at least 1']);
  expect(failuresOf(wholeNumber(0), '0')).toEqual([]);
});

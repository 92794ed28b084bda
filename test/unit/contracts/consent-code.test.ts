import { expect, it } from 'vitest';
import { ConsentCode } from '../../../lib/contracts/consent-code.ts';
import { isSecretName } from '../../../lib/contracts/secret-names.ts';
import { failuresOf } from './support.ts';

it('R-07 the code is bounded, and a secret by its name', () => {
  for (const consentCode of ['x', 'x'.repeat(4096)]) expect(failuresOf(ConsentCode, { consentCode })).toEqual([]);
  for (const consentCode of ['', 'x'.repeat(4097)]) expect(failuresOf(ConsentCode, { consentCode })).toHaveLength(1);
  expect(isSecretName('consentCode')).toBe(true);
});

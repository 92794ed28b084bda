import { describe } from 'vitest';
import {
  ArmError,
  BackupRestoreError,
  BusinessDataError,
  DocumentModelError,
  HealthEventError,
} from '../../tools/openapi/error-schemas.ts';
import { membersOf, testBodies } from '../unit/contracts/support.ts';

const own = { code: 'c', message: 'm' };
const innerError = { date: 'd', 'request-id': 'r', 'client-request-id': 'c' };

describe('error bodies', () => {
  membersOf(ArmError, { error: own }, 'error').types('S1-52', {
    string: 'code message target details.0.target details.0.details.0.code additionalInfo.0.type',
    array: 'details additionalInfo',
    object: 'additionalInfo.0.info',
  });

  const health = membersOf(HealthEventError, own);
  health.required('S1-53, S1-75', 'code message');
  health.types('S1-53, S1-75', { string: 'code message details' });

  membersOf(DocumentModelError, { error: own }, 'error').types('S3-28', {
    string: `code message target details.0.code innererror.code innererror.message innererror.innererror.code`,
    object: 'innererror innererror.innererror',
  });

  for (const schema of [BackupRestoreError, BusinessDataError]) {
    const members = membersOf(schema, { error: own }, 'error');
    members.required('C-32', 'code message');
    members.types('C-32', { string: 'code message details.0.target details.0.details.0.target', array: 'details' });
  }

  testBodies([['C-32 with an inner error', BackupRestoreError, { error: { ...own, innerError } }]]);
});

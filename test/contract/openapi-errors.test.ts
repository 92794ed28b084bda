import { describe, expect, it } from 'vitest';
import {
  ArmError,
  BackupRestoreError,
  BusinessDataError,
  DocumentModelError,
  HealthEventError,
} from '../../tools/openapi/error-schemas.ts';
import { expectType, failuresOf, type TypeName } from '../unit/contracts/support.ts';

const ARM = {
  error: {
    code: 'ValidationError',
    message: 'text',
    target: 'target',
    details: [{ code: 'c', message: 'm', target: 't', details: [{ code: 'deep' }], additionalInfo: [] }],
    additionalInfo: [{ type: 'PolicyViolation', info: { policy: 'p' } }],
  },
};

const DOCUMENT = {
  error: {
    code: 'Conflict',
    message: 'text',
    target: 'target',
    details: [{ code: 'c', message: 'm', target: 't' }],
    innererror: { code: 'ModelExists', message: 'm', innererror: { code: 'deep', message: 'm' } },
  },
};

describe('error bodies', () => {
  it.each<[string, TypeName]>([
    ['error.code', 'string'],
    ['error.message', 'string'],
    ['error.target', 'string'],
    ['error.details.0', 'object'],
    ['error.details.0.target', 'string'],
    ['error.details.0.details.0.code', 'string'],
    ['error.additionalInfo.0.type', 'string'],
    ['error.additionalInfo.0.info', 'object'],
  ])('S1-52 authorization operation error: %s is of type %s', (at, type) => {
    expectType(ArmError, ARM, at, type, type === 'string' || at.endsWith('info'));
  });

  it('S1-53, S1-75 health-event operation error: code, message and details are strings', () => {
    const body = { code: 'c', message: 'm', details: 'd' };
    for (const name of ['code', 'message']) expectType(HealthEventError, body, name, 'string');
    expectType(HealthEventError, body, 'details', 'string', true);
    expect(failuresOf(HealthEventError, {})).toEqual(['code: is required', 'message: is required']);
  });

  it.each<[string, TypeName]>([
    ['error.code', 'string'],
    ['error.message', 'string'],
    ['error.target', 'string'],
    ['error.details.0.code', 'string'],
    ['error.innererror', 'object'],
    ['error.innererror.code', 'string'],
    ['error.innererror.message', 'string'],
    ['error.innererror.innererror', 'object'],
    ['error.innererror.innererror.code', 'string'],
  ])('S3-28 document-model error: %s is of type %s', (at, type) => {
    expectType(DocumentModelError, DOCUMENT, at, type, true);
  });

  it('C-32 backup-restore and business-data errors have code, message and details', () => {
    for (const schema of [BackupRestoreError, BusinessDataError]) {
      expect(failuresOf(schema, { error: { code: 'c', message: 'm' } })).toEqual([]);
      expect(failuresOf(schema, { error: {} })).toEqual(['error.code: is required', 'error.message: is required']);
      expect(failuresOf(schema, {})).toEqual(['error: is required']);
    }
    for (const name of ['error.code', 'error.message']) {
      const body = { error: { code: 'c', message: 'm' } };
      for (const schema of [BackupRestoreError, BusinessDataError]) expectType(schema, body, name, 'string');
    }
    for (const schema of [BackupRestoreError, BusinessDataError]) {
      const detail = { code: 'c', message: 'm', target: 't' };
      const body = { error: { code: 'c', message: 'm', details: [{ ...detail, details: [detail] }] } };
      for (const name of ['error.details.0.target', 'error.details.0.details.0.target'])
        expectType(schema, body, name, 'string', true);
    }
    const innerError = { date: 'd', 'request-id': 'r', 'client-request-id': 'c' };
    expect(failuresOf(BackupRestoreError, { error: { code: 'c', message: 'm', innerError } })).toEqual([]);
  });
});

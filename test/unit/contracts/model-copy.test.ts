import { describe, expect, it } from 'vitest';
import { ModelCopyRequest as ModelCopy } from '../../../lib/contracts/model-copy.ts';
import { ModelCopyAuthorization } from '../../../tools/openapi/contracts/model-copy.ts';
import { buildCopyAuthorization } from './builders.ts';
import { expectRule, expectType, failuresOf, type TypeName, withMember } from './support.ts';

const ModelCopyRequest = ModelCopy.request;

const REQUEST = { modelId: 'my-model', description: 'Invoices', tags: { team: 'a' } };

const MODEL_ID = {
  accepted: ['ab', 'A1', '0._~-', 'm'.repeat(64)],
  refused: ['', 'a', 'm'.repeat(65), '.model', '-model', '..', 'a b', 'model ', 'model\n', 'a/b', 'mödel'],
  message: 'must match ^[a-zA-Z0-9][a-zA-Z0-9._~-]{1,63}$',
};

describe('document 3, Model copy authorization', () => {
  it('S3-17 modelId is required', () => {
    expect(failuresOf(ModelCopyRequest, { modelId: 'my-model' })).toEqual([]);
    expect(failuresOf(ModelCopyRequest, {})).toEqual(['modelId: is required']);
    expect(failuresOf(ModelCopyRequest, { modelId: null })).toEqual(['modelId: must be a string']);
  });

  it('S3-17 modelId follows its pattern', () => {
    expectRule(ModelCopyRequest, REQUEST, { at: 'modelId', ...MODEL_ID });
  });

  it('S3-18 description has at most 4096 characters', () => {
    expectRule(ModelCopyRequest, REQUEST, {
      at: 'description',
      accepted: ['', 'd'.repeat(4096), '🚧'.repeat(4096)],
      refused: ['d'.repeat(4097), '🚧'.repeat(4097)],
      message: 'must have at most 4096 characters',
    });
  });

  it('S3-19 tags is an object of names and values', () => {
    expectRule(ModelCopyRequest, REQUEST, {
      at: 'tags',
      accepted: [{}, { team: 'a', cost: 1 }],
      refused: ['team', ['team'], null],
      message: 'must be an object',
    });
  });

  it('unknown members pass unchanged', () => {
    expect(ModelCopyRequest.parse({ ...REQUEST, companyId: 'x' })).toEqual({ ...REQUEST, companyId: 'x' });
  });

  it.each<[string, TypeName]>([
    ['targetResourceId', 'string'],
    ['targetResourceRegion', 'string'],
    ['targetModelLocation', 'string'],
    ['accessToken', 'string'],
    ['expirationDateTime', 'date-time'],
  ])('S3-20 a response has %s, of type %s', (name, type) => {
    expectType(ModelCopyAuthorization, buildCopyAuthorization(), name, type);
    const without = withMember(buildCopyAuthorization(), name, undefined);
    expect(failuresOf(ModelCopyAuthorization, without)).toEqual([`${name}: is required`]);
  });

  it('S3-21 targetModelId has the same pattern as modelId', () => {
    expectRule(ModelCopyAuthorization, buildCopyAuthorization(), { at: 'targetModelId', ...MODEL_ID });
  });
});

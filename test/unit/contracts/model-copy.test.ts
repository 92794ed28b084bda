import { describe } from 'vitest';
import { ModelCopyRequest } from '../../../lib/contracts/model-copy.ts';
import { ModelCopyAuthorization } from '../../../tools/openapi/contracts/model-copy.ts';
import { membersOf, testBodies } from './support.ts';

const { request } = ModelCopyRequest;
const valid = { modelId: 'my-model' };
const MODEL_ID = [
  ['ab', 'A1', '0._~-', 'm'.repeat(64)],
  ['', 'a', 'm'.repeat(65), '.model', '-model', '..', 'a b', 'model ', 'model\n', 'a/b', 'mödel'],
  'must match ^[a-zA-Z0-9][a-zA-Z0-9._~-]{1,63}$',
] as const;

const authorization = {
  targetResourceId: '/subscriptions/s/resource',
  targetResourceRegion: 'westus',
  targetModelId: 'model',
  targetModelLocation: 'https://example.com/models/model',
  accessToken: 'token',
  expirationDateTime: '2026-03-04T05:06:07Z',
};

describe('document 3, Model copy authorization', () => {
  const members = membersOf(request, valid);
  members.required('S3-17', 'modelId');
  members.rule('S3-17', 'modelId', ...MODEL_ID);
  const long = (character: string, length: number) => character.repeat(length);
  members.rule(
    'S3-18',
    'description',
    ['', long('d', 4096), long('🚧', 4096)],
    [long('d', 4097), long('🚧', 4097)],
    'must have at most 4096 characters',
  );
  members.types('S3-19', { object: 'tags' });

  const returned = membersOf(ModelCopyAuthorization, authorization);
  returned.required('S3-20', Object.keys(authorization).join(' '));
  returned.types('S3-20', {
    string: 'targetResourceId targetResourceRegion targetModelLocation accessToken',
    'date-time': 'expirationDateTime',
  });
  returned.rule('S3-21', 'targetModelId', ...MODEL_ID);

  testBodies([
    ['S3-17 modelId is not null', request, { modelId: null }, 'modelId: must be a string'],
    ['S3-19 tags have any values', request, { ...valid, tags: { team: 'a', cost: 1 } }],
    ['unknown members', request, { ...valid, companyId: 'x' }],
  ]);
});

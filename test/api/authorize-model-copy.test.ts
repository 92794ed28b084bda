import { expect, it } from 'vitest';
import { takenModelId } from '../../dev/seed.ts';
import { ModelCopyAuthorization } from '../../tools/openapi/contracts/model-copy.ts';
import { DocumentModelError } from '../../tools/openapi/error-schemas.ts';
import { unlimited } from '../support/abuse.ts';
import { buildModelCopy, buildModelCopyPath } from '../support/builders.ts';
import { listFailures, startStack } from '../support/stack.ts';

const stack = await startStack({ settings: unlimited });

const authorize = (body: unknown = buildModelCopy()) => stack.send('POST', buildModelCopyPath(), { body });

// Also S3-42, S3-53.
it('returns 200 with a time-limited authorization to copy to the target under the chosen model id (S3-01, S3-20, S3-21)', async () => {
  const { status, headers, json } = await authorize();
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(ModelCopyAuthorization.parse(json)).toMatchObject({
    targetModelId: 'invoices',
    targetResourceId: expect.any(String),
    targetResourceRegion: 'westeurope',
    targetModelLocation: expect.stringContaining('/documentModels/invoices'),
    accessToken: expect.stringMatching(/^.{16,}$/),
  });
  expect(Date.parse(json.expirationDateTime)).toBeGreaterThan(Date.now());
  const call = await stack.lastCall();
  expect(call?.path).toBe('/docs/vendor-docs/documentModels:authorizeCopy?api-version=2024-11-30');
  expect(call?.headers['authorization']).toMatch(/^Bearer ey/);
  expect(call?.headers).not.toHaveProperty('vendor-subscription-key');
});

it('lists every invalid member with its path, and sends nothing upstream (S3-17, S3-18, S3-19)', async () => {
  const response = await authorize({ description: 'd'.repeat(4097), tags: ['team'] });
  expect(response.status).toBe(400);
  expect(DocumentModelError.parse(response.json).error).toMatchObject({ code: 'invalid_request' });
  expect(listFailures(response)).toEqual([
    'modelId: is required',
    'description: must have at most 4096 characters',
    'tags: must be an object',
  ]);
  expect(await stack.upstream.calls()).toEqual([]);
});

it('relays the error object of a failure with its inner errors (S3-28, S3-44)', async () => {
  const { status, headers, json } = await authorize({ modelId: takenModelId });
  expect([status, headers['x-frontdesk-outcome']]).toEqual([409, 'rejected']);
  expect(DocumentModelError.parse(json)).toEqual({
    error: {
      code: 'Conflict',
      message: 'The request conflicts with a resource.',
      innererror: { code: 'ModelExists', message: 'A model with the provided name already exists.' },
    },
  });
});

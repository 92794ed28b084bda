import { expect, it } from 'vitest';
import { ModelCopyAuthorization } from '../../tools/openapi/contracts/model-copy.ts';
import { unlimited } from '../support/abuse.ts';
import { buildModelCopy, buildModelCopyPath } from '../support/builders.ts';
import { startStack } from '../support/stack.ts';

const stack = await startStack({ settings: unlimited });

// Also S3-42, S3-53.
it('returns 200 with a time-limited authorization to copy to the target under the chosen model id (S3-01, S3-20, S3-21)', async () => {
  const { status, headers, json } = await stack.send('POST', buildModelCopyPath(), { body: buildModelCopy() });
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

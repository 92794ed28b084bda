import { ModelCopyRequest } from '../lib/contracts/model-copy.ts';
import { defineOperation } from '../lib/operation.ts';

/** Authorizes the copy of a document model to this resource. Returns the token to the caller and never stores it. */
export const authorizeModelCopy = defineOperation({
  name: 'authorizeModelCopy',
  summary: 'Authorize a document-model copy',
  source: 'docs/specification.md#model-copy-authorization',
  method: 'POST',
  path: '/vendor-docs/documentModels:authorizeCopy',
  access: { role: 'DocumentModels.AuthorizeCopy' },
  request: { apiVersions: ['2024-11-30'], body: ModelCopyRequest },
  upstream: 'documentModels',
  timeoutMs: 10_000,
  responses: {
    200: [
      'targetResourceId',
      'targetResourceRegion',
      'targetModelId',
      'targetModelLocation',
      'accessToken',
      'expirationDateTime',
    ],
  },
  returnsSecret: true,
  auditedMember: 'modelId',
});

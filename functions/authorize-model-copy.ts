import * as z from 'zod';
import { object, requiredInRequest } from '../lib/contracts/schema/resource.ts';
import { text, valueMap } from '../lib/contracts/schema/scalars.ts';
import { defineOperation } from '../lib/operation.ts';

export const modelId = z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9._~-]{1,63}$/);

export const ModelCopyRequest = object(
  'ModelCopy',
  () => ({
    modelId: requiredInRequest(modelId.describe('Unique name of the document model.')),
    description: text(0, 4096),
    tags: valueMap.describe('Names and values that tag the model.'),
  }),
  { description: 'The model id under which a document model may be copied to this resource.' },
);

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

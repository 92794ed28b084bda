/** The copy of a document model. Source: docs/specification.md#model-copy-authorization. */
import * as z from 'zod';
import { object, requiredInRequest } from './schema/resource.ts';
import { text, valueMap } from './schema/scalars.ts';

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

/** The authorization to copy a document model. Source: docs/specification.md#model-copy-authorization. */
import * as z from 'zod';
import { request, requiredInRequest, requiredInResponse, response } from './schema/resource.ts';
import { dateTime, text, uri, valueMap } from './schema/scalars.ts';

const modelId = z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9._~-]{1,63}$/);

export const ModelCopyRequest = request.object(
  'ModelCopy',
  {
    modelId: requiredInRequest(modelId.describe('Unique name of the document model.')),
    description: text(0, 4096),
    tags: valueMap.describe('Names and values that tag the model.'),
  },
  { description: 'The model id under which a document model may be copied to this resource.' },
);

/** The only response that returns a secret: the caller needs the token. */
export const ModelCopyAuthorization = response.object(
  'ModelCopyAuthorization',
  {
    targetResourceId: requiredInResponse(z.string().describe('Id of the resource to which the model is copied.')),
    targetResourceRegion: requiredInResponse(z.string().describe('Location of the target resource.')),
    targetModelId: requiredInResponse(modelId),
    targetModelLocation: requiredInResponse(uri.describe('URL of the copied model in the target account.')),
    accessToken: requiredInResponse(z.string().describe('Token that authorizes the copy.')),
    expirationDateTime: requiredInResponse(dateTime.describe('When the token expires.')),
  },
  { description: 'A time-limited authorization to copy a document model to the target.' },
);

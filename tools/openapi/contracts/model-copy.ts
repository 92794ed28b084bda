/** The authorization to copy a document model. Source: docs/specification.md#model-copy-authorization. */
import * as z from 'zod';
import { modelId } from '../../../functions/authorize-model-copy.ts';
import { requiredInResponse } from '../../../lib/contracts/schema/resource.ts';
import { dateTime, uri } from '../../../lib/contracts/schema/scalars.ts';
import { response } from './response.ts';

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

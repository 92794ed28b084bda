/** The authorization to copy a document model. Source: spec 3, Model copy authorization. */
import * as z from 'zod';
import { always, asAnswer, asRequest, required } from './form.ts';
import { dateTime, text, uri, valueMap } from './scalars.ts';

const modelId = z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9._~-]{1,63}$/);

export const ModelCopyRequest = asRequest.object(
  'ModelCopy',
  {
    modelId: required(modelId.describe('Unique name of the document model.')),
    description: text(0, 4096),
    tags: valueMap.describe('Names and values that tag the model.'),
  },
  { description: 'The model id under which a document model may be copied to this resource.' },
);

/** The one answer whose secret is the caller's to have. */
export const ModelCopyAuthorization = asAnswer.object(
  'ModelCopyAuthorization',
  {
    targetResourceId: always(z.string().describe('Id of the resource that the model is copied to.')),
    targetResourceRegion: always(z.string().describe('Location of the target resource.')),
    targetModelId: always(modelId),
    targetModelLocation: always(uri.describe('URL of the copied model in the target account.')),
    accessToken: always(z.string().describe('Token that authorizes the copy.')),
    expirationDateTime: always(dateTime.describe('When the token expires.')),
  },
  { description: 'A time-limited authorization to copy a document model to the target.' },
);

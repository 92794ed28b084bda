/** The query of a streaming job. Source: spec 2, Transformation. */
import * as z from 'zod';
import { type Form, type OpenObject, required, serverSet } from './form.ts';
import { int32 } from './scalars.ts';
import { nested } from './streaming-part.ts';

export function streamingTransformation(as: Form): OpenObject {
  return as.object('StreamingTransformation', {
    ...nested,
    properties: required(
      as.inline({
        query: required(z.string().describe('Query run by the job.')),
        streamingUnits: int32().meta({ default: 3 }),
        validStreamingUnits: z.array(int32()).describe('Units the job can be scaled to.'),
        etag: serverSet(z.string().describe('Opaque entity tag.')),
      }),
    ),
  });
}

/** The query of a streaming job. Source: docs/specification.md#transformation-and-function. */
import * as z from 'zod';
import { type Definition, inline, object, readOnly, requiredInRequest } from '../schema/resource.ts';
import { int32 } from '../schema/scalars.ts';
import { nested } from './shared.ts';

export function streamingTransformation(): Definition {
  return object('StreamingTransformation', {
    ...nested,
    properties: requiredInRequest(
      inline({
        query: requiredInRequest(z.string().describe('Query run by the job.')),
        streamingUnits: int32().meta({ default: 3 }),
        validStreamingUnits: z.array(int32()).describe('Units the job can be scaled to.'),
        etag: readOnly(z.string().describe('Opaque entity tag.')),
      }),
    ),
  });
}

/** How the data of an input or an output is serialized. Source: spec 2, Serialization. */
import * as z from 'zod';
import { openList } from './annotate.ts';
import { type Form, kindOf } from './form.ts';
import { openUnion } from './open-union.ts';

const encoding = openList(['UTF8'], 'Encoding of input data or of written output data.');

// The specification's spelling and the one on the live cloud's wire.
const jsonFormat = z
  .enum(['lineSeparated', 'array', 'LineSeparated', 'Array'])
  .describe('One JSON object a line, or an array of objects.');

/** The kinds of serialization. */
export function serialization(as: Form): z.ZodType {
  return openUnion('type', [
    as.object('AvroSerialization', { type: kindOf('Avro') }),
    as.object('ParquetSerialization', { type: kindOf('Parquet') }),
    as.object('CsvSerialization', {
      type: kindOf('Csv'),
      properties: as.inline({ fieldDelimiter: z.string(), encoding }),
    }),
    as.object('JsonSerialization', { type: kindOf('Json'), properties: as.inline({ encoding, format: jsonFormat }) }),
  ]);
}

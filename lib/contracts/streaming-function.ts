/** The function of a streaming job. Source: spec 2, Function. */
import * as z from 'zod';
import { type Form, kindOf, type OpenObject, serverSet } from './form.ts';
import { openUnion } from './open-union.ts';
import { int32 } from './scalars.ts';
import { dataSource, secretText } from './streaming-data-source.ts';
import { nested } from './streaming-part.ts';

/**
 * One function. Its inputs, output and binding are taken beside the kind, as the specification may be read, and below a second
 * `properties`, as they are on the live cloud's wire.
 */
export function streamingFunction(as: Form, namespace: string): OpenObject {
  const configuration = functionConfiguration(as, namespace);
  const toKind = (kind: string) =>
    as.object(`Streaming${kind}Function`, {
      type: kindOf(kind),
      etag: serverSet(z.string()),
      ...configuration,
      properties: as.inline(configuration),
    });
  return as.object('StreamingFunction', {
    ...nested,
    properties: openUnion('type', [toKind('Aggregate'), toKind('Scalar')]),
  });
}

function functionConfiguration(as: Form, namespace: string) {
  return {
    binding: functionBinding(as, namespace),
    // The specification shows no fields of these two; they are publicly known.
    inputs: z.array(as.inline({ dataType: z.string(), isConfigurationParameter: z.boolean().nullable() })),
    output: as.inline({ dataType: z.string() }),
  };
}

function functionBinding(as: Form, namespace: string): z.ZodType {
  const inputColumn = as.inline({
    name: z.string(),
    dataType: z.string(),
    mapTo: int32(0).describe('Zero-based index of the function parameter.'),
  });
  return openUnion('type', [
    dataSource(as, 'MachineLearningBinding', `${namespace}.MachineLearning/WebService`, {
      endpoint: z.string().describe('Request-response execute endpoint.'),
      apiKey: secretText,
      batchSize: int32(1, 10000).describe('Most rows a request.').meta({ default: 1000 }),
      inputs: as.inline({ name: z.string(), columnNames: z.array(inputColumn) }),
      outputs: z.array(as.inline({ name: z.string(), dataType: z.string() })),
    }),
    // Publicly known; the specification only names the kind.
    dataSource(as, 'JavaScriptBinding', `${namespace}.StreamAnalytics/JavascriptUdf`, { script: z.string() }),
  ]);
}

/** The function of a streaming job. Source: docs/specification.md#transformation-and-function. */
import * as z from 'zod';
import {
  change,
  type Definition,
  discriminator,
  inline,
  kinds,
  type Members,
  object,
  readOnly,
} from '../schema/resource.ts';
import { int32 } from '../schema/scalars.ts';
import { dataSource, nested, secretText } from './shared.ts';

/**
 * One function. Its inputs, output and binding are accepted next to the kind, as the specification can be read, and in a
 * nested `properties`, as the live cloud has them.
 */
export function streamingFunction(namespace: string): Definition {
  const configuration = functionConfiguration(namespace);
  const toKind = (kind: string) =>
    object(`Streaming${kind}Function`, {
      type: discriminator(kind),
      etag: readOnly(z.string()),
      ...configuration,
      properties: inline(configuration),
    });
  return object('StreamingFunction', {
    ...nested,
    properties: kinds('type', [toKind('Aggregate'), toKind('Scalar')]),
  });
}

function functionConfiguration(namespace: string): Members {
  const input = inline({ dataType: z.string(), isConfigurationParameter: z.boolean() });
  return {
    binding: functionBinding(namespace),
    // The specification does not show the members of these two; they are publicly known.
    inputs: change(input, z.array),
    output: inline({ dataType: z.string() }),
  };
}

function functionBinding(namespace: string): Definition {
  const inputColumn = inline({
    name: z.string(),
    dataType: z.string(),
    mapTo: int32(0).describe('Zero-based index of the function parameter.'),
  });
  const outputColumn = inline({ name: z.string(), dataType: z.string() });
  return kinds('type', [
    dataSource('MachineLearningBinding', `${namespace}.MachineLearning/WebService`, {
      endpoint: z.string().describe('Request-response execute endpoint.'),
      apiKey: secretText,
      batchSize: int32(1, 10000).describe('Maximum rows per request.').meta({ default: 1000 }),
      inputs: inline({ name: z.string(), columnNames: change(inputColumn, z.array) }),
      outputs: change(outputColumn, z.array),
    }),
    // Publicly known; the specification only names the kind.
    dataSource('JavaScriptBinding', `${namespace}.StreamAnalytics/JavascriptUdf`, { script: z.string() }),
  ]);
}

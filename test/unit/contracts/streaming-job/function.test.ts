import { describe } from 'vitest';
import { streamingJob } from '../../../../lib/contracts/streaming-job/job.ts';
import { membersOf, testBodies, withMember } from '../support.ts';
import { buildJob, MICROSOFT, VENDOR } from './builders.ts';

const { request } = streamingJob(VENDOR);
const AT = 'properties.functions.0';
const withFunction = (properties: unknown) => buildJob({ functions: [{ name: 'score', properties }] });

/** A machine-learning function: next to the kind, as the specification can be read, or in nested `properties`, as on the live cloud. */
const jobWith = (nesting: string, kind = 'Scalar', namespace = 'Vendor') =>
  withMember(withFunction({ type: kind }), `${AT}.${nesting}.binding`, {
    type: `${namespace}.MachineLearning/WebService`,
    properties: {},
  });

describe('document 2, Function', () => {
  const one = membersOf(request, jobWith('properties'), AT);
  one.required('S2-25, S2-58', 'name properties.type');
  one.types('S2-25', { 'string, not empty': 'name' });

  for (const nesting of ['properties', 'properties.properties']) {
    for (const kind of ['Aggregate', 'Scalar'])
      membersOf(request, jobWith(nesting, kind), `${AT}.${nesting}`).types(`S2-58, C-29 ${kind}`, { object: 'output' });
    const binding = membersOf(request, jobWith(nesting), `${AT}.${nesting}.binding.properties`);
    binding.types('S2-59', {
      string:
        'endpoint apiKey inputs.name inputs.columnNames.0.name inputs.columnNames.0.dataType outputs.0.name outputs.0.dataType',
      object: 'inputs',
      array: 'inputs.columnNames outputs',
    });
    const size = 'must be an integer between 1 and 10000';
    binding.rule('S2-61', 'batchSize', [1, 1000, 10000], [0, 10001, 1.5, '5', null], size);
    const index = 'must be an integer between 0 and 2147483647';
    binding.rule('S2-60', 'inputs.columnNames.0.mapTo', [0, 2 ** 31 - 1], [-1, 0.5, '0', null, 2 ** 31], index);
  }

  const scalar = {
    type: 'Scalar',
    properties: {
      inputs: [{ dataType: 'any', isConfigurationParameter: null, other: 1 }, {}],
      output: {},
      binding: { type: 'Vendor.StreamAnalytics/JavascriptUdf', properties: { script: 'function (x) {}', other: 1 } },
    },
  };
  const later = { type: 'Vendor.MachineLearningServices', properties: { endpoint: 5 } };
  const at = `${AT}.properties.binding.properties.endpoint`;
  const bad = withMember(jobWith('properties', 'Scalar', 'Microsoft'), at, 5);
  testBodies([
    ['S2-58 an unknown kind', request, withFunction({ type: 'Window', binding: 5 })],
    ['S2-62 members that are not shown', request, withFunction(scalar)],
    ['S2-62 an unknown binding', request, withFunction({ type: 'Scalar', binding: later })],
    ['a binding of another cloud', request, bad],
    ['a binding of the live cloud', streamingJob(MICROSOFT).request, bad, `${at}: must be a string`],
  ]);
});

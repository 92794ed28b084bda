import { describe, expect, it } from 'vitest';
import { streamingJob } from '../../../../lib/contracts/streaming-job/job.ts';
import { expectRule, expectType, failuresOf, type TypeName, withMember } from '../support.ts';
import { buildJob, MICROSOFT, VENDOR } from './builders.ts';

const { request } = streamingJob(VENDOR);
const AT = 'properties.functions.0';

const binding = (namespace: string) => ({
  type: `${namespace}.MachineLearning/WebService`,
  properties: {
    endpoint: 'https://example.com',
    apiKey: 'key',
    batchSize: 1000,
    inputs: { name: 'input', columnNames: [{ name: 'text', dataType: 'string', mapTo: 0 }] },
    outputs: [{ name: 'sentiment', dataType: 'string' }],
  },
});

/** Next to the kind, as the specification can be read; in a nested `properties`, as on the live cloud. */
const NESTINGS = ['properties', 'properties.properties'];

const jobWith = (nesting: string, kind = 'Scalar', namespace = 'Vendor') => {
  const configuration = {
    inputs: [{ dataType: 'nvarchar(max)' }],
    output: { dataType: 'nvarchar(max)' },
    binding: binding(namespace),
  };
  const properties =
    nesting === 'properties' ? { type: kind, ...configuration } : { type: kind, properties: configuration };
  return buildJob({ functions: [{ name: 'score', properties }] });
};

describe('document 2, Function', () => {
  it('S2-25 name is needed on PUT', () => {
    expectType(request, jobWith('properties'), `${AT}.name`, 'string, not empty');
    const without = withMember(jobWith('properties'), `${AT}.name`, undefined);
    expect(failuresOf(request, without)).toEqual([`${AT}.name: is required`]);
  });

  it.each(['Aggregate', 'Scalar'])('S2-58, C-29 the kind %s is known, in both nestings', (kind) => {
    for (const nesting of NESTINGS) {
      expect(request.parse(jobWith(nesting, kind))).toEqual(jobWith(nesting, kind));
      const bad = withMember(jobWith(nesting, kind), `${AT}.${nesting}.output`, 'text');
      expect(failuresOf(request, bad)).toEqual([`${AT}.${nesting}.output: must be an object`]);
    }
  });

  it('S2-58 the kind is needed, and an unknown one passes unchanged', () => {
    const unknown = buildJob({ functions: [{ name: 'f', properties: { type: 'Window', binding: 5 } }] });
    expect(request.parse(unknown)).toEqual(unknown);
    expect(failuresOf(request, buildJob({ functions: [{ name: 'f', properties: {} }] }))).toEqual([
      `${AT}.properties.type: is required`,
    ]);
  });

  it.each<[string, TypeName]>([
    ['endpoint', 'string'],
    ['apiKey', 'string'],
    ['inputs', 'object'],
    ['inputs.name', 'string'],
    ['inputs.columnNames.0.name', 'string'],
    ['inputs.columnNames.0.dataType', 'string'],
    ['outputs.0.name', 'string'],
    ['outputs.0.dataType', 'string'],
  ])('S2-59 machine-learning binding: %s is of type %s', (at, type) => {
    for (const nesting of NESTINGS) {
      expectType(request, jobWith(nesting), `${AT}.${nesting}.binding.properties.${at}`, type);
    }
  });

  it.each(['inputs.columnNames', 'outputs'])('S2-59 machine-learning binding: %s is an array', (at) => {
    for (const nesting of NESTINGS) {
      expectRule(request, jobWith(nesting), {
        at: `${AT}.${nesting}.binding.properties.${at}`,
        accepted: [[]],
        refused: [{}, 'column', null],
        message: 'must be an array',
      });
    }
  });

  it('S2-61 machine-learning binding: batchSize is an integer from 1 to 10000', () => {
    for (const nesting of NESTINGS) {
      expectRule(request, jobWith(nesting), {
        at: `${AT}.${nesting}.binding.properties.batchSize`,
        accepted: [1, 1000, 10000],
        refused: [0, 10001, 1.5, '5', null],
        message: 'must be an integer between 1 and 10000',
      });
    }
  });

  it('S2-60 machine-learning binding: mapTo is a zero-based index', () => {
    expectRule(request, jobWith('properties'), {
      at: `${AT}.properties.binding.properties.inputs.columnNames.0.mapTo`,
      accepted: [0, 1, 2 ** 31 - 1],
      refused: [-1, 0.5, '0', null, 2 ** 31],
      message: 'must be an integer between 0 and 2147483647',
    });
  });

  it('S2-62, C-28 the members of the JavaScript binding, of FunctionInput and of FunctionOutput are not shown: any pass', () => {
    const properties = {
      inputs: [{ dataType: 'any', isConfigurationParameter: null, other: 1 }, {}],
      output: {},
      binding: { type: 'Vendor.StreamAnalytics/JavascriptUdf', properties: { script: 'function (x) {}', other: 1 } },
    };
    const job = buildJob({ functions: [{ name: 'f', properties: { type: 'Scalar', properties } }] });
    expect(request.parse(job)).toEqual(job);
  });

  it('S2-62 an unknown binding passes unchanged', () => {
    const unknown = { type: 'Vendor.MachineLearningServices', properties: { endpoint: 5 } };
    const job = withMember(jobWith('properties'), `${AT}.properties.binding`, unknown);
    expect(request.parse(job)).toEqual(job);
  });

  it('the binding has the name of the cloud', () => {
    const { request: live } = streamingJob(MICROSOFT);
    const at = `${AT}.properties.properties.binding.properties.endpoint`;
    const bad = withMember(jobWith('properties.properties', 'Scalar', 'Microsoft'), at, 5);
    expect(failuresOf(live, bad)).toEqual([`${at}: must be a string`]);
    expect(failuresOf(request, bad)).toEqual([]);
  });
});

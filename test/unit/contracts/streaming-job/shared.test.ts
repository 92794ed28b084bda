import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { streamingJob } from '../../../../lib/contracts/streaming-job/job.ts';
import { expectClosedList, expectType, failuresOf, withMember } from '../support.ts';
import { buildInput, buildJob, buildOutput, VENDOR } from './builders.ts';

const { request } = streamingJob(VENDOR);
const INPUT = 'properties.inputs.0.properties.serialization';
const OUTPUT = 'properties.outputs.0.properties.serialization';

const jobWith = (serialization: unknown) => {
  const job = buildJob({
    inputs: [buildInput('Stream', 'GatewayMessageBus', {})],
    outputs: [buildOutput('GatewayMessageBus', {})],
  });
  return withMember(withMember(job, INPUT, serialization), OUTPUT, structuredClone(serialization));
};

describe('document 2, Serialization', () => {
  it.each([
    { type: 'Avro' },
    { type: 'Avro', properties: {} },
    { type: 'Parquet' },
    { type: 'Parquet', properties: {} },
    { type: 'Csv', properties: { fieldDelimiter: ',', encoding: 'UTF8' } },
    { type: 'Csv', properties: { another: 1 } },
    { type: 'Json', properties: { encoding: 'UTF8', format: 'lineSeparated' } },
    { type: 'Json' },
    { type: 'Delta', properties: { path: 'p' } },
  ])('S2-36, C-28 passes unchanged in inputs and outputs: %j', (serialization) => {
    expect(request.parse(jobWith(serialization))).toEqual(jobWith(serialization));
  });

  it.each(['Avro', 'Parquet'])('S2-95 %s has no further fields', (type) => {
    const { $defs } = z.toJSONSchema(request, { io: 'input' });
    expect(Object.keys($defs?.[`${type}SerializationRequest`]?.properties ?? {})).toEqual(['type']);
    expect(Object.keys($defs?.['JsonSerializationRequest']?.properties ?? {})).toEqual(['type', 'properties']);
  });

  it('S2-36 type is needed', () => {
    expect(failuresOf(request, jobWith({ type: 'Json' }))).toEqual([]);
    expect(failuresOf(request, jobWith({}))).toEqual([`${INPUT}.type: is required`, `${OUTPUT}.type: is required`]);
    expect(failuresOf(request, jobWith({ type: 5 }))).toEqual([
      `${INPUT}.type: must be a string`,
      `${OUTPUT}.type: must be a string`,
    ]);
    expect(failuresOf(request, jobWith('Json'))).toEqual([
      `${INPUT}: must be an object`,
      `${OUTPUT}: must be an object`,
    ]);
  });

  it('S2-37, C-30 the Json format is lineSeparated or array, in either spelling', () => {
    const job = buildJob({ outputs: [buildOutput('GatewayMessageBus', {})] });
    expectClosedList(request, job, `${OUTPUT}.properties.format`, ['lineSeparated', 'array', 'LineSeparated', 'Array']);
  });

  it('S2-37 values of encoding are examples', () => {
    const job = buildJob({ outputs: [buildOutput('GatewayMessageBus', {})] });
    for (const encoding of ['UTF8', 'UTF16']) {
      expect(failuresOf(request, withMember(job, `${OUTPUT}.properties.encoding`, encoding))).toEqual([]);
    }
    expectType(request, job, `${OUTPUT}.properties.encoding`, 'string');
  });
});

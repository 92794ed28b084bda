import { describe, expect, it } from 'vitest';
import { streamingJob } from '../../../../lib/contracts/streaming-job/job.ts';
import { expectRule, expectType, failuresOf, withMember } from '../support.ts';
import { buildJob, VENDOR } from './builders.ts';

const { request } = streamingJob(VENDOR);
const AT = 'properties.transformation';

const job = () =>
  buildJob({
    transformation: {
      name: 'query',
      properties: { query: 'select 1', streamingUnits: 6, validStreamingUnits: [1, 3, 6] },
    },
  });

describe('document 2, Transformation', () => {
  it('S2-26 name is needed on PUT', () => {
    expectType(request, job(), `${AT}.name`, 'string, not empty');
    expect(failuresOf(request, withMember(job(), `${AT}.name`, undefined))).toEqual([`${AT}.name: is required`]);
  });

  it('S2-56 query is required on PUT', () => {
    expectType(request, job(), `${AT}.properties.query`, 'string');
    expect(failuresOf(request, withMember(job(), `${AT}.properties`, {}))).toEqual([
      `${AT}.properties.query: is required`,
    ]);
    expect(failuresOf(request, withMember(job(), `${AT}.properties`, undefined))).toEqual([
      `${AT}.properties: is required`,
    ]);
  });

  it('S2-57 streamingUnits is an int32', () => {
    expectType(request, job(), `${AT}.properties.streamingUnits`, 'int32');
  });

  it('S2-57 validStreamingUnits are int32s', () => {
    expectRule(request, job(), {
      at: `${AT}.properties.validStreamingUnits`,
      accepted: [[], [1]],
      refused: [1, null],
      message: 'must be an array',
    });
    expectType(request, job(), `${AT}.properties.validStreamingUnits.0`, 'int32');
  });
});

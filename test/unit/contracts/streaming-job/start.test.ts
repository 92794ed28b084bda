import { expect, it } from 'vitest';
import { StreamingJobStart } from '../../../../lib/contracts/streaming-job/start.ts';
import { failuresOf } from '../support.ts';

it('R-08 CustomTime needs its time; the other modes need none', () => {
  for (const outputStartMode of [undefined, null, 'JobStartTime', 'LastOutputEventTime'])
    expect(failuresOf(StreamingJobStart, { outputStartMode })).toEqual([]);
  expect(failuresOf(StreamingJobStart, { outputStartMode: 'CustomTime' })).toHaveLength(1);
  expect(
    failuresOf(StreamingJobStart, { outputStartMode: 'CustomTime', outputStartTime: '2026-11-20T08:00:00Z' }),
  ).toEqual([]);
});

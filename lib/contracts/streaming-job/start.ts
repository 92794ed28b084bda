/** How a streaming job starts. Source: R-08. */
import { request } from '../schema/resource.ts';
import { outputStart, startTimeForCustomTime } from './job.ts';

export const StreamingJobStart = request.object('StreamingJobStart', outputStart, {
  description: 'Where the output begins: when the job starts, if there is no body.',
  rules: [startTimeForCustomTime],
});

/** Watches a job until the service is done with it: by the operation's own address if it has one, and by its state. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FrontdeskClient, StreamingJob } from '../../../client/src/index.ts';
import { useConsole } from '../context.ts';
import type { JobPath } from '../logic/job-write.ts';
import { isSettled, type Progress, readProgress, readWaitMs } from '../logic/progress.ts';
import { type Check, isForNow, Watch, type WatchState } from '../logic/watch.ts';
import { announce } from '../parts/announce.tsx';
import { EXPAND, type Pending } from './use-jobs.ts';

/** Gets what a check read. */
export type OnJob = (job: StreamingJob, etag: string | undefined) => void;

export interface JobWatch {
  readonly state: WatchState;
  checkNow(): void;
  stop(): void;
}

export function useJobWatch(path: JobPath, pending: Pending, onJob: OnJob): JobWatch {
  const { client } = useConsole();
  const [state, setState] = useState<WatchState>({ kind: 'checking' });
  const watch = useRef<Watch | undefined>(undefined);
  useEffect(() => {
    const running = new Watch(createCheck(client, path, pending.operationId, onJob), setState);
    watch.current = running;
    running.wait(pending.waitMs);
    return () => running.close();
  }, []);
  return { state, checkNow: () => void watch.current?.checkNow(), stop: () => watch.current?.stop() };
}

function createCheck(client: FrontdeskClient, path: JobPath, operationId: string | undefined, onJob: OnJob): Check {
  let asked = operationId;
  return async (signal) => {
    const { progress, wait } = await poll(client, asked, signal);
    if (progress !== 'pending') asked = undefined;
    const reading = client.getStreamingJob({ ...path, $expand: EXPAND }, { signal });
    if (typeof progress === 'object') {
      // A creation that failed may leave no job.
      await reading.then(({ body, etag }) => onJob(body, etag)).catch(() => undefined);
      return new Error(progress.failed);
    }
    const { body, etag } = await reading;
    onJob(body, etag);
    if (progress === 'pending' || !isSettled(body)) return readWaitMs(wait);
    announce(`The job is ${body.properties.jobState ?? 'saved'}.`);
    return undefined;
  };
}

/** Returns how far the operation is, and the seconds to wait. Without one the job's state says it alone. */
async function poll(
  client: FrontdeskClient,
  operationId: string | undefined,
  signal: AbortSignal,
): Promise<{ progress: Progress; wait?: string | null }> {
  if (operationId === undefined) return { progress: 'done' };
  try {
    const response = await client.getOperation({ operationId }, { signal });
    return { progress: readProgress(response), wait: response.headers.get('retry-after') };
  } catch (error) {
    if (isForNow(error)) throw error;
    return { progress: { failed: (error as Error).message } };
  }
}

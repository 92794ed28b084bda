/** Follows a write until the service is done with it: its row shows each state on the way. */
import type { FrontdeskClient, StreamingJob } from '../../../client/src/index.ts';
import { type Answer, call } from '../api.ts';
import { isSettled, readOperationId, readProgress, readWaitMs } from '../logic/progress.ts';
import { announce } from '../parts/announce.tsx';
import { type ListState, readOne } from './list-state.ts';

const MAX_CHECKS = 120;

export async function followJob(state: ListState, client: FrontdeskClient, key: string, answer: Answer): Promise<void> {
  if (state.kind.id !== 'streaming-jobs') return;
  const operationId = answer.status === 202 ? readOperationId(answer.headers) : undefined;
  let { isPending, wait }: Poll = { isPending: operationId !== undefined, wait: answer.headers.get('retry-after') };
  for (let check = 0; check < MAX_CHECKS; check += 1) {
    const one = await readOne(state, client, key, new AbortController().signal).catch(() => undefined);
    if (one) state.change(one.body);
    const job = one?.body as unknown as StreamingJob | undefined;
    if (!isPending && (job === undefined || isSettled(job))) return announce(`${key} is ${job?.properties.jobState}.`);
    await new Promise((resolve) => setTimeout(resolve, readWaitMs(wait)));
    if (isPending) ({ isPending, wait } = await poll(client, operationId));
  }
}

interface Poll {
  readonly isPending: boolean;
  readonly wait: string | null;
}

/** A poll that fails says nothing of the write. */
async function poll(client: FrontdeskClient, operationId: string | undefined): Promise<Poll> {
  try {
    const polled = await call(client, 'getOperation', { operationId }, {});
    const progress = readProgress(polled);
    if (typeof progress === 'object') announce(`It failed: ${progress.failed}`);
    return { isPending: progress === 'pending', wait: polled.headers.get('retry-after') };
  } catch {
    return { isPending: true, wait: null };
  }
}

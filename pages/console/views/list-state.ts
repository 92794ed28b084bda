/** What the parts of a list page share. */
import { type FrontdeskClient, FrontdeskError, type StreamingJob } from '../../../client/src/index.ts';
import { type Answer, call } from '../api.ts';
import { type Json, type Kind, type Names, toInput } from '../logic/kind.ts';
import { isSettled, readOperationId, readProgress, readWaitMs } from '../logic/progress.ts';
import { announce } from '../parts/announce.tsx';
import type { Load } from '../use-load.ts';
import type { Found, Write } from '../use-write.ts';

export interface Rows {
  readonly rows: readonly Json[];
  readonly next: string | undefined;
}

export interface ListState {
  readonly kind: Kind;
  readonly names: Names;
  readonly service: string;
  readonly list: Load<Rows>;
  /** Of a new one: its result is shown after its form is gone. */
  readonly creation: Write;
  /** Puts a row as it is now into the list. */
  readonly change: (row: Json) => void;
}

/** Reads one as a whole. */
export function readOne(state: ListState, client: FrontdeskClient, key: string, signal: AbortSignal): Promise<Answer> {
  const { kind, names } = state;
  const expand: Json = kind.expand === undefined ? {} : { $expand: kind.expand };
  return call(client, kind.read ?? '', { ...toInput(kind, names, key), ...expand }, { signal });
}

/** Reads what is there after a write whose outcome is not known. */
export async function lookFor(
  state: ListState,
  client: FrontdeskClient,
  key: string,
  { signal, toText }: { readonly signal: AbortSignal; toText(row: Json): string },
): Promise<Found> {
  try {
    const answer = await readOne(state, client, key, signal);
    return { text: toText(answer.body), answer };
  } catch (error) {
    if (error instanceof FrontdeskError && error.status === 404) return { text: 'Nothing of this name is there.' };
    throw error;
  }
}

/** Follows a write until the service is done with it: its row shows each state on the way. */

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

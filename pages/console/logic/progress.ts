/** How far a long-running write is, from the responses to its polls. */
import type { ResponseOf, StreamingJob } from '../../../client/src/index.ts';

const DEFAULT_WAIT_S = 5;
const MAX_WAIT_S = 60;

/** Returns how long the service asks to wait before the next poll, in milliseconds. */
export function readWaitMs(seconds: string | number | null | undefined): number {
  const asked = Number(seconds ?? DEFAULT_WAIT_S);
  return Math.min(MAX_WAIT_S, asked > 0 ? asked : DEFAULT_WAIT_S) * 1000;
}

/** Returns the id for `getOperation` from the address that a write or a poll returned. */
export function readOperationId(headers: Headers): string | undefined {
  const address = headers.get('azure-asyncoperation') ?? headers.get('location');
  return /\/operations\/([^/?#]+)$/.exec(address ?? '')?.[1];
}

export type Progress = 'pending' | 'done' | { readonly failed: string };

/** Reads a poll: its status, or the state in its body (Resource Provider Contract, asynchronous operations). */
export function readProgress({ status, body }: Pick<ResponseOf<number, unknown>, 'status' | 'body'>): Progress {
  if (status === 202) return 'pending';
  const { status: state = 'Succeeded', error } = (body ?? {}) as { status?: string; error?: { message?: string } };
  if (state === 'Failed' || state === 'Canceled') return { failed: error?.message ?? state };
  return state === 'Succeeded' || status !== 200 ? 'done' : 'pending';
}

const MOVING = ['Starting', 'Stopping', 'Restarting', 'Scaling'];
const SETTLED = ['Succeeded', 'Failed', 'Canceled'];

/** Whether the job stays as it is unless somebody changes it. */
export function isSettled({ properties }: StreamingJob): boolean {
  const { jobState, provisioningState } = properties;
  return !MOVING.includes(jobState ?? '') && SETTLED.includes(provisioningState ?? 'Succeeded');
}

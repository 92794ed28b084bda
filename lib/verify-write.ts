/** Finds out by reading what became of a write whose response was lost; the write is not sent again. Source: W-01. */
import { decodeUtf8, tryParseJson } from './http/parse-json.ts';
import type { Clock } from './time/clock.ts';
import { type Deadline, sleep } from './time/deadline.ts';
import type { UpstreamResponse } from './upstream/client.ts';
import type { UpstreamRequest } from './upstream/compose-request.ts';
import { judgeWrite, type LostWrite, type Verdict } from './upstream/judge-write.ts';

/** A write may still be processed when the first read arrives. */
const PAUSES_MS = [0, 250, 1_000];
/** A read that has less time is not started. */
const MIN_READ_MS = 100;

export interface VerifiedWrite {
  readonly verdict: Verdict;
  /** What the read returned, with the status of the write; only for `applied`. */
  readonly response?: UpstreamResponse;
}

/** Reads until the verdict is clear or the time is up. `read` sends one GET of the resource. Never rejects. */
export async function verifyWrite(
  { method, headers, body }: UpstreamRequest,
  read: () => Promise<UpstreamResponse>,
  clock: Clock,
  deadline: Deadline,
): Promise<VerifiedWrite> {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  const write: LostWrite = { method, body: body && JSON.parse(body), ifMatch, ifNoneMatch };
  for (const pauseMs of PAUSES_MS) {
    if (deadline.remainingMs() < pauseMs + MIN_READ_MS) break;
    if (pauseMs > 0) await sleep(clock, pauseMs);
    const response = await read().catch(() => undefined);
    const verdict = response ? judgeWrite(write, toReadState(response)) : 'unknown';
    if (verdict === 'applied' && response) return { verdict, response: { ...response, status: toStatus(write) } };
    if (verdict === 'rejected') return { verdict };
  }
  return { verdict: 'unknown' };
}

function toReadState({ status, headers, body }: UpstreamResponse): Parameters<typeof judgeWrite>[1] {
  return { status, etag: headers['etag'], body: tryParseJson(decodeUtf8(body) ?? '') };
}

/** The success that the upstream would have returned. */
function toStatus({ method, ifNoneMatch }: LostWrite): number {
  if (method === 'DELETE') return 204;
  return ifNoneMatch === undefined ? 200 : 201;
}

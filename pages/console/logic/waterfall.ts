/** The stages of a recorded request. Source: docs/observability.md. */

export interface Stage {
  readonly title: string;
  /** From the request's arrival. */
  readonly startMs: number;
  readonly ms: number;
  /** A wait within the stage before it. */
  readonly isWait: boolean;
}

const STAGES = [
  ['authenticateMs', 'Verify the token'],
  ['rateLimitMs', 'Check the rate'],
  ['authorizeMs', 'Check the access'],
  ['parseRequestMs', 'Read the request'],
  ['fetchMs', 'Get the response'],
  ['respondMs', 'Encode the response'],
] as const;

/** In the order in which they come up first. */
const WAITS = [
  ['tableMs', 'Cache table'],
  ['queueMs', 'Queue'],
  ['tokenMs', 'Identity token'],
  ['upstreamMs', 'Service'],
  ['pauseMs', 'Pauses between calls'],
] as const;

/** What a record has of its stages. */
export type Timings = {
  readonly [Member in (typeof STAGES | typeof WAITS)[number][0] | 'durationMs' | 'upstreamTries']?: number | undefined;
};

/** Returns the stages one after the other; a wait's time is a sum, so it is drawn after the wait before it. */
export function toStages(record: Timings): readonly Stage[] {
  let at = 0;
  const stages: Stage[] = [];
  for (const [member, title] of STAGES) {
    const ms = record[member];
    if (ms === undefined) continue;
    stages.push({ title, startMs: at, ms, isWait: false });
    if (member === 'fetchMs') stages.push(...toWaits(record, at));
    at += ms;
  }
  return stages;
}

function toWaits(record: Timings, startMs: number): readonly Stage[] {
  let at = startMs;
  return WAITS.flatMap(([member, title]) => {
    const ms = record[member];
    if (ms === undefined) return [];
    const calls = member === 'upstreamMs' ? (record.upstreamTries ?? 0) : 0;
    const wait = { title: calls > 1 ? `${title}, ${calls} calls` : title, startMs: at, ms, isWait: true };
    at += ms;
    return [wait];
  });
}

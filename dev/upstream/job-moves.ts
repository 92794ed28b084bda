/** How streaming jobs start and stop: at once they are on their way, and after a while they are there. */
import { randomUUID } from 'node:crypto';
import type { ArmResource, JobMove } from './entities.ts';
import { asObject } from './json.ts';
import type { Modes } from './modes.ts';

/** Recorded of the live service: 84 s and 30 s. */
const MOVE_MS = { start: 6_000, stop: 3_000 } as const;

/** From where a job can go, and what it is meanwhile. */
const MOVES = {
  start: { from: ['Created', 'Stopped', 'Failed'], via: 'Starting' },
  stop: { from: ['Running', 'Degraded', 'Starting'], via: 'Stopping' },
} as const;

export type JobAction = keyof typeof MOVES;

export function readJobState({ body }: ArmResource): string {
  return String(asObject(body['properties'])['jobState']);
}

/** Whether the job can go there; one that can start may also be changed. */
export function canMove(job: ArmResource, action: JobAction): boolean {
  return (MOVES[action].from as readonly string[]).includes(readJobState(job));
}

/** Returns the job on its way. Each state has its own entity tag. */
export function beginMove(job: ArmResource, action: JobAction, to: string, modes: Modes): ArmResource {
  return toState(job, MOVES[action].via, { to, endsAt: modes.now() + (modes.current.moveMs ?? MOVE_MS[action]) });
}

/** Returns the job as it is now. */
export function settle(job: ArmResource, now: number): ArmResource {
  return job.move && now >= job.move.endsAt ? toState(job, job.move.to) : job;
}

function toState({ body }: ArmResource, jobState: string, move?: JobMove): ArmResource {
  const etag = randomUUID();
  const properties = { ...asObject(body['properties']), jobState, etag };
  return { etag, body: { ...body, properties }, ...(move && { move }) };
}

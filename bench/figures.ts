/** The figures of the benchmark: how each is computed from the results of one round, and its goal if a user notices it. */
import type { Result } from './harness.ts';

/** The results of one round by case. */
export type Round = ReadonlyMap<string, Result>;

export interface Figure {
  readonly name: string;
  readonly compute: (round: Round) => number;
  /** Upper bound. A figure without a goal is information. */
  readonly goal?: number;
  readonly unit?: string;
}

const get = (round: Round, name: string, what: keyof Result) => round.get(name)?.[what] ?? Number.NaN;
const ratio = (what: keyof Result, name: string, to: string) => (round: Round) =>
  get(round, name, what) / get(round, to, what);
const difference = (what: keyof Result, name: string, to: string) => (round: Round) =>
  get(round, name, what) - get(round, to, what);
const overPeer = (peer: string) => ratio('perSecond', 'frontdesk relay', peer);

export const figures: readonly Figure[] = [
  {
    name: 'under the host, relay of changing responses: CPU / hello-world',
    compute: ratio('cpuUs', 'host relay of changing responses', 'host hello'),
    goal: 1.1,
  },
  {
    name: 'under the host, memory hit: CPU / hello-world',
    compute: ratio('cpuUs', 'host memory hit', 'host hello'),
    goal: 0.75,
  },
  {
    name: 'under the host, a batch of 20 hits: CPU / 5 memory hits',
    compute: (round) => ratio('cpuUs', 'host batch of 20 hits', 'host memory hit')(round) / 5,
    goal: 1,
  },
  {
    name: 'under the host, 304: CPU / memory hit',
    compute: ratio('cpuUs', 'host 304', 'host memory hit'),
    goal: 0.7,
  },
  {
    name: 'under the host, 304: CPU / memory hit of 60 KB',
    compute: ratio('cpuUs', 'host 304, 60 KB', 'host memory hit, 60 KB'),
  },
  {
    name: 'table hit: CPU over a memory hit',
    compute: difference('cpuUs', 'frontdesk table hit', 'frontdesk memory hit'),
    goal: 350,
    unit: 'µs',
  },
  {
    name: 'upstream of 20 ms: p50 over the bare relay',
    compute: difference('p50', 'frontdesk relay, 20 ms', 'bare relay, 20 ms'),
    goal: 1.5,
    unit: 'ms',
  },
  {
    name: 'upstream of 20 ms: p99 over the bare relay',
    compute: difference('p99', 'frontdesk relay, 20 ms', 'bare relay, 20 ms'),
    goal: 6,
    unit: 'ms',
  },
  { name: 'relay: CPU / bare relay', compute: ratio('cpuUs', 'frontdesk relay', 'bare relay') },
  {
    name: 'relay of changing responses: CPU / bare relay',
    compute: ratio('cpuUs', 'frontdesk relay of changing responses', 'bare relay'),
  },
  {
    name: 'memory hit: requests per second / bare bytes',
    compute: ratio('perSecond', 'frontdesk memory hit', 'bare bytes'),
  },
  { name: 'relay: requests per second / fastify, JWT cache', compute: overPeer('fastify, JWT cache') },
  { name: 'relay: requests per second / fastify', compute: overPeer('fastify') },
  { name: 'relay: requests per second / hono', compute: overPeer('hono') },
  { name: 'relay: requests per second / express', compute: overPeer('express') },
];

/** The longest block of the event loop at 600 KB, measured separately with one request at a time. */
export const blockFigures: readonly Figure[] = ['relay', 'memory hit'].map((name) => ({
  name: `longest block, ${name} of 600 KB`,
  compute: (round) => get(round, `frontdesk ${name}, 600 KB`, 'blockMs'),
  unit: 'ms',
}));

/** Returns the row's goal and verdict; both are empty for information. */
export function judge({ goal, unit }: Pick<Figure, 'goal' | 'unit'>, value: number): [goal: string, verdict: string] {
  if (goal === undefined) return ['', ''];
  const verdict = Number.isNaN(value) ? 'not measured' : value <= goal ? 'reached' : 'MISSED';
  return [`<= ${goal}${unit ? ` ${unit}` : ''}`, verdict];
}

/** The figures that the benchmark is held to: how each follows from one round's results, what it must be and what it should be. */
import type { Result } from './rig.ts';

/** One round's results by case. */
export type Round = ReadonlyMap<string, Result>;

export interface Figure {
  /** Number and text as the issue has them. */
  readonly name: string;
  readonly of: (round: Round) => number;
  readonly least: number;
  readonly aim: number;
  readonly isMoreBetter?: true;
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
    name: '1 relay: CPU / bare undici relay',
    of: ratio('cpuUs', 'frontdesk relay', 'floor relay'),
    least: 1.4,
    aim: 1.15,
  },
  {
    name: '1b the same, where answers change',
    of: ratio('cpuUs', 'frontdesk relay of changing answers', 'floor relay'),
    least: 1.4,
    aim: 1.15,
  },
  {
    name: '2 memory hit: requests a second / bare bytes',
    of: ratio('perSecond', 'frontdesk memory hit', 'bare bytes'),
    least: 0.45,
    aim: 0.62,
    isMoreBetter: true,
  },
  {
    name: '2b the same by CPU',
    of: ratio('cpuUs', 'bare bytes', 'frontdesk memory hit'),
    least: 0.45,
    aim: 0.62,
    isMoreBetter: true,
  },
  {
    name: '3 relay: requests a second / fastify, JWT cache',
    of: overPeer('fastify, JWT cache'),
    least: 1.2,
    aim: 1.5,
    isMoreBetter: true,
  },
  { name: '3 / fastify', of: overPeer('fastify'), least: 2, aim: 2.3, isMoreBetter: true },
  { name: '3 / hono', of: overPeer('hono'), least: 6, aim: 7, isMoreBetter: true },
  { name: '3 / express', of: overPeer('express'), least: 6, aim: 7, isMoreBetter: true },
  { name: '4 host relay: CPU / hello', of: ratio('cpuUs', 'host relay', 'host hello'), least: 1.3, aim: 0.95 },
  {
    name: '5 host memory hit: CPU / hello',
    of: ratio('cpuUs', 'host memory hit', 'host hello'),
    least: 1.15,
    aim: 0.8,
  },
  {
    name: '6 relay at 20 ms: p50 over the floor',
    of: difference('p50', 'frontdesk relay, 20 ms', 'floor relay, 20 ms'),
    least: 1.5,
    aim: 0.5,
    unit: 'ms',
  },
  {
    name: '6 relay at 20 ms: p99 over the floor',
    of: difference('p99', 'frontdesk relay, 20 ms', 'floor relay, 20 ms'),
    least: 6,
    aim: 3,
    unit: 'ms',
  },
  {
    name: '12 table hit: CPU over a memory hit',
    of: difference('cpuUs', 'frontdesk table hit', 'frontdesk memory hit'),
    least: 700,
    aim: 350,
    unit: 'µs',
  },
];

/** The longest block of the loop at 600 KB; measured for itself, one request at a time. */
export const blockFigures: readonly Figure[] = ['relay', 'memory hit'].map((name) => ({
  name: `11 longest block, ${name} of 600 KB`,
  of: (round) => get(round, `frontdesk ${name}, 600 KB`, 'blockMs'),
  least: 5,
  aim: 1,
  unit: 'ms',
}));

/** `hit` reaches the aim, `pass` at least what is due. */
export function judge(
  { least, aim, isMoreBetter }: Pick<Figure, 'least' | 'aim' | 'isMoreBetter'>,
  value: number,
): string {
  if (Number.isNaN(value)) return 'not measured';
  const reaches = (bound: number) => (isMoreBetter ? value >= bound : value <= bound);
  if (reaches(aim)) return 'aim';
  return reaches(least) ? 'pass' : 'MISS';
}

/** The figures of the benchmark: how each is computed from the results of one round, and the most that it may be. */
import type { Result } from './harness.ts';
import type { AppName } from './subjects.ts';

/** The results of one round by case. */
export type Round = ReadonlyMap<string, Result>;

export interface Figure {
  readonly name: string;
  readonly compute: (round: Round, app: AppName) => number;
  /** Upper bound. A figure without a goal is information. */
  readonly goal?: number;
  readonly unit?: string;
}

const get = (round: Round, name: string, what: keyof Result) => round.get(name)?.[what] ?? Number.NaN;
const cpu = (round: Round, name: string) => get(round, name, 'cpuUs');
/** CPU of an app's case over that of a case that has no app. */
const over = (name: string, to: string) => (round: Round, app: AppName) =>
  cpu(round, `${app} ${name}`) / cpu(round, to);
const tableCalls = (name: string) => (round: Round, app: AppName) => get(round, `${app} ${name}`, 'tableCalls');

/** Under the host, unless the name says otherwise. */
export const figures: readonly Figure[] = [
  { name: 'relay, changing answers / hello-world', compute: over('relay', 'hello'), goal: 1.12 },
  { name: 'memory hit / hello-world', compute: over('hit', 'hello'), goal: 0.66 },
  { name: 'memory hit of a caller who may write / hello-world', compute: over('hit of a writer', 'hello'), goal: 0.66 },
  { name: '304 / hello-world', compute: over('304', 'hello'), goal: 0.55 },
  { name: 'miss / hello-world', compute: over('miss', 'hello'), goal: 3.5 },
  { name: 'PUT of an authorization / a hello-world that reads JSON', compute: over('PUT', 'hello JSON'), goal: 1.05 },
  {
    name: 'batch of 20 hits / one hit',
    compute: (round, app) => cpu(round, `${app} batch of 20`) / cpu(round, `${app} hit`),
    goal: 6.5,
  },
  { name: "reader's hit / the least a function can do", compute: over('hit', 'least hit'), goal: 1.3 },
  { name: 'relay, changing answers / the least for a relay', compute: over('relay', 'least relay'), goal: 1.3 },
  {
    name: 'relay outside the host / fastify with JWT cache',
    compute: over('relay outside the host', 'fastify'),
    goal: 1.3,
  },
  { name: 'table calls of a hit', compute: tableCalls('hit'), goal: 0.01 },
  { name: 'table calls of a miss', compute: tableCalls('miss'), goal: 2.05 },
  { name: 'table calls of a PUT', compute: tableCalls('PUT'), goal: 0.01 },
  {
    name: 'access decision at 20,000 grants: CPU of a hit over one with the sample policy',
    compute: (round, app) => cpu(round, `${app} hit, 20,000 grants`) - cpu(round, `${app} hit`),
    goal: 50,
    unit: 'µs',
  },
];

/** Returns the row's goal and verdict; both are empty for information. */
export function judge({ goal, unit }: Pick<Figure, 'goal' | 'unit'>, value: number): [goal: string, verdict: string] {
  if (goal === undefined) return ['', ''];
  const verdict = Number.isNaN(value) ? 'not measured' : value <= goal ? 'reached' : 'MISSED';
  return [`<= ${goal}${unit ? ` ${unit}` : ''}`, verdict];
}

/** The figures of scenarios as a table, for the terminal and for docs/scale.md, some of whose rows a test compares. */
import { toTable } from '../table.ts';
import { type Scenario, simulateFleet } from './fleet.ts';
import { type FleetFigures, GOALS, isReached, measureFleet } from './fleet-figures.ts';

const NAMES = Object.keys(GOALS) as (keyof FleetFigures)[];

export function toFleetTable(scenarios: readonly Scenario[], seed = 1): string {
  const goals = NAMES.map((of) => `${of} ${GOALS[of][0] === '<=' ? '≤' : '≥'} ${toText(of, GOALS[of][1])}`);
  return toTable(
    ['upstream, instances: demand', ...goals, 'reached'],
    scenarios.map((each) => toRow(each, seed)),
  );
}

function toRow(scenario: Scenario, seed: number): string[] {
  const figures = measureFleet(scenario, simulateFleet(scenario, seed));
  const missed = NAMES.filter((of) => !isReached(of, figures[of]));
  const cells = NAMES.map((of) => toText(of, figures[of]));
  return [scenario.name, ...cells, missed.length === 0 ? 'yes' : `no: ${missed.join(', ')}`];
}

function toText(of: keyof FleetFigures, value: number): string {
  if (of === 'settled') return `${value} s`;
  return of === 'refused' ? `${(value * 100).toFixed(1)} %` : value.toFixed(2);
}

/** Compares the model with the simulation for each scenario. */
import { toTable } from '../table.ts';
import { type Traffic, toKeyTraffic } from './cache-traffic.ts';
import { scenarios } from './scenarios.ts';
import { simulate } from './simulate.ts';

const HOUR = 3_600;
const shown = ['upstream', 'gets', 'merges', 'puts', 'waiting'] as const satisfies readonly (keyof Traffic)[];

/** Returns a table of calls per hour and response: predicted, simulated, and the error of the prediction. */
export async function compare(connectionString: string): Promise<string> {
  const rows: string[][] = [];
  for (const [name, scenario] of Object.entries(scenarios)) {
    const predicted = toKeyTraffic(scenario);
    const simulated = await simulate(scenario, connectionString, `scale${rows.length}`);
    const cells = shown.map(
      (of) => `${toHourly(predicted[of])} / ${toHourly(simulated[of])} ${toError(predicted[of], simulated[of])}`,
    );
    rows.push([name, ...cells]);
  }
  return toTable(['per hour and response: predicted / simulated', ...shown], rows);
}

function toHourly(perSecond: number): string {
  const hourly = perSecond * HOUR;
  return hourly.toFixed(hourly < 10 ? 1 : 0);
}

/** Less than one call per hour has no meaningful error. */
function toError(predicted: number, simulated: number): string {
  if (Math.max(predicted, simulated) * HOUR < 1) return '';
  const error = Math.round((predicted / simulated - 1) * 100);
  return `(${error > 0 ? '+' : ''}${error} %)`;
}

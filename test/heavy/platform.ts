/** What the platform's own alerts see of a running app: a web test's locations, and counts of statuses. The criteria are the template's. */
import { readFileSync } from 'node:fs';

const template = readFileSync('infra/monitoring/platform.bicep', 'utf8');
const parameters = JSON.parse(readFileSync('infra/main.parameters.json', 'utf8')).parameters;
const locations: readonly string[] = parameters.telemetry.value.webTestLocations;

function read(pattern: RegExp): string {
  const [, value] = pattern.exec(template) ?? [];
  if (value === undefined) throw new Error(`The template has no ${pattern}`);
  return value;
}

const webTest = {
  path: read(/RequestUrl: '\$\{url\}(\/\w+)'/),
  expectedStatus: Number(read(/ExpectedHttpStatusCode: (\d+)/)),
  failedLocations: Number(read(/failedLocationCount: (\d+)/)),
};
const serverErrors = {
  threshold: Number(
    read(/metricName: 'Http5xx'\s+timeAggregation: 'Total'\s+operator: 'GreaterThan'\s[^}]*threshold: (\d+)/),
  ),
  windowMs: 5 * 60_000,
};

/** A response that the front end returned, and when, in epoch milliseconds. */
export interface SeenResponse {
  readonly at: number;
  readonly status: number;
}

/** Returns the responses of a round of the web test; an app that is not there has status 0. */
export async function runWebTest(url: string, at: number): Promise<readonly SeenResponse[]> {
  const ask = async () => {
    const response = await fetch(url + webTest.path, { redirect: 'manual' }).catch(() => undefined);
    return { at, status: response?.status ?? 0 };
  };
  return Promise.all(locations.map(ask));
}

/** Returns the names of the platform's alerts that fire. */
export function listPlatformAlerts(
  round: readonly SeenResponse[],
  seen: readonly SeenResponse[],
  now: number,
): string[] {
  const failed = round.filter(({ status }) => status !== webTest.expectedStatus).length;
  const errors = [...round, ...seen].filter(
    ({ at, status }) => at > now - serverErrors.windowMs && status >= 500,
  ).length;
  return [
    ...(failed >= webTest.failedLocations ? ['unavailable'] : []),
    ...(errors > serverErrors.threshold ? ['server-errors'] : []),
  ];
}

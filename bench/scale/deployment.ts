/** What of the templates decides the costs: the defaults of infra. */
import { readFileSync } from 'node:fs';
import type { Deployment } from './costs.ts';

const toMinutes = (duration: string) => {
  const [, days = 0, hours = 0, minutes = 0] = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(duration) ?? [];
  return (Number(days) * 24 + Number(hours)) * 60 + Number(minutes);
};

export function readDeployment(): Deployment {
  const { parameters } = JSON.parse(readFileSync('infra/main.parameters.json', 'utf8'));
  const rules: { window: string; every?: string; isForPrivate?: boolean }[] = JSON.parse(
    readFileSync('infra/monitoring/alert-rules.json', 'utf8'),
  );
  const [, frequency] = /Frequency: (\d+)/.exec(readFileSync('infra/monitoring/web-test.bicep', 'utf8')) ?? [];
  return {
    ...parameters.scale.value,
    webTestRuns: (parameters.telemetry.value.webTestLocations.length * 30.4 * 86_400) / Number(frequency),
    rules: rules.filter(({ isForPrivate }) => !isForPrivate).map(({ every, window }) => toMinutes(every ?? window)),
    countsHits: false,
  };
}

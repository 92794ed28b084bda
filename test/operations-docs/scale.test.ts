/** docs/scale.md: the figures of the log. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LOG_BYTES, TYPICAL_CALLS } from '../../bench/scale/log-row.ts';

const page = readFileSync('docs/scale.md', 'utf8');

it('the daily cap has room for the log of the default load: the alert at 80 % stays silent, and the page has the figures', () => {
  const { dailyCapGb } = JSON.parse(readFileSync('infra/main.parameters.json', 'utf8')).parameters.telemetry.value;
  const perCall = (LOG_BYTES.perCall * 86_400) / 1e9;
  const perInstance = (LOG_BYTES.perInstanceSecond * 86_400) / 1e9;
  const gb = TYPICAL_CALLS * perCall + perInstance;
  expect(gb).toBeLessThan(dailyCapGb * 0.8);
  const alertsAt = (dailyCapGb * 0.8 - perInstance) / perCall;
  const text = page.replace(/\s+/g, ' ');
  for (const figure of [
    `is ${dailyCapGb} GB, for ${TYPICAL_CALLS} calls per second in the mean of a day: ${gb.toFixed(0)} GB, ${((gb / dailyCapGb) * 100).toFixed(0)} % of it`,
    `at 80 %, which are ${Math.round(alertsAt)} calls per second`,
    `of ${LOG_BYTES.perCall.toLocaleString('en')} bytes in the mean`,
    `at most ${LOG_BYTES.perInstanceSecond.toLocaleString('en')} bytes a second`,
  ]) {
    expect(text).toContain(figure);
  }
});

import { setTimeout as delay } from 'node:timers/promises';
import { app, type Timer } from '@azure/functions';
import { describe, expect, it, vi } from 'vitest';
import { parseSchedule } from '../../dev/host/timer.ts';
import { send } from './fixtures/host-client.ts';
import { withHost } from './fixtures/with-host.ts';

const json = { 'content-type': 'application/json' };

function invoke(port: number, name: string, body = '{"input":"now"}', headers: Record<string, string> = json) {
  return send(port, `/admin/functions/${name}`, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    body,
  });
}

const parse = (schedule: string) => parseSchedule("Function 'sweep'", schedule, async () => {});

describe('a schedule', () => {
  it.each([
    ['0 */5 * * * *', '2026-01-01T00:00:00Z', '2026-01-01T00:05:00Z'],
    ['0 */5 * * * *', '2026-01-01T00:04:59.999Z', '2026-01-01T00:05:00Z'],
    ['*/5 * * * *', '2026-01-01T00:00:00Z', '2026-01-01T00:05:00Z'],
    ['* * * * * *', '2026-01-01T00:00:00.500Z', '2026-01-01T00:00:01Z'],
    ['30 15 10 * * *', '2026-01-01T10:15:30Z', '2026-01-02T10:15:30Z'],
    ['0 0 9-17 * * 1-5', '2026-01-02T17:00:00Z', '2026-01-05T09:00:00Z'],
    ['0 5-59/20 * * * *', '2026-01-01T00:06:00Z', '2026-01-01T00:25:00Z'],
    ['0 15 * * * *', '2026-01-01T00:15:00Z', '2026-01-01T01:15:00Z'],
    ['0 10-20/5,59 * * * *', '2026-01-01T00:20:00Z', '2026-01-01T00:59:00Z'],
    ['0 0 0 31 * *', '2026-01-31T00:00:00Z', '2026-03-31T00:00:00Z'],
    ['0 0 0 29 2 *', '2026-01-01T00:00:00Z', '2028-02-29T00:00:00Z'],
    ['0 0 0 13 * 5', '2026-01-01T00:00:00Z', '2026-02-13T00:00:00Z'],
    ['59 59 23 31 12 *', '2026-12-31T23:59:59Z', '2027-12-31T23:59:59Z'],
  ])('%s after %s occurs at %s', (expression, after, due) => {
    expect(parse(expression).nextRun(new Date(after))).toEqual(new Date(due));
  });

  it.each([
    '',
    '* * * *',
    '60 * * * * *',
    '* * 24 * * *',
    '* * * 0 * *',
    '* * * * 13 *',
    '* * * * * 7',
    '*/0 * * * * *',
    '5-1 * * * * *',
    '*-5 * * * * *',
    'x * * * * *',
    '1, * * * * *',
    '00:05:00',
    'every day',
    '%SWEEP_SCHEDULE%',
    '@daily',
    '0 0 0 1 JAN *',
    '0 0 0 L * *',
    '0 0 0 ? * *',
    '0 0 0 * * 5-7',
    '0 5/20 * * * *',
    '0 0 0 1 1 * 2030',
  ])('%j is refused', (expression) => {
    expect(() => parse(expression)).toThrow(
      `Function 'sweep': the built-in host does not support the schedule '${expression}'; use five or six NCRONTAB fields of digits and * , - /. Change it, or run the app with Core Tools (func start).`,
    );
  });
});

describe('a timer', () => {
  it('runs by its schedule, one invocation at a time', async () => {
    const runs: Timer[] = [];
    let running = 0;
    await withHost(
      () =>
        app.timer('tick', {
          schedule: '* * * * * *',
          handler: async (timer) => {
            running++;
            runs.push(timer);
            expect(running).toBe(1);
            await delay(1100);
            running--;
          },
        }),
      async () => {
        await vi.waitFor(() => expect(runs.length).toBe(2), { timeout: 20_000 });
      },
    );
    const [first, second] = runs;
    expect(first).toMatchObject({ isPastDue: false, schedule: { adjustForDST: true } });
    expect(new Date(second?.scheduleStatus.last ?? '').getTime()).toBeGreaterThan(0);
  });
});

describe('the admin endpoint', () => {
  it('invokes a function without an HTTP trigger, by its name in any case, and does not wait', async () => {
    const inputs: unknown[] = [];
    await withHost(
      () => {
        app.timer('sweep', { schedule: '0 0 0 1 1 *', handler: (timer) => void inputs.push(timer.isPastDue) });
        app.warmup('warmup', { handler: () => void inputs.push('warm') });
      },
      async ({ port }) => {
        expect(await invoke(port, 'SWEEP')).toMatchObject({ status: 202, body: '' });
        expect((await invoke(port, 'warmup')).status).toBe(202);
        await vi.waitFor(() => expect(inputs).toEqual([false, 'warm']), 20_000);
      },
    );
  });
});

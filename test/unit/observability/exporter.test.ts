import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBatch, parsePairs } from '../../../lib/observability/exporter.ts';
import { createTelemetry } from '../../../lib/observability/telemetry.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';

describe('a batch', () => {
  const fill = (batch: { add(item: number): void }, items: readonly number[]) => {
    for (const item of items) batch.add(item);
  };

  it('holds so many, and counts what it loses', async () => {
    const sent: (readonly number[])[] = [];
    const batch = createBatch<number>(3, async (items) => {
      sent.push(items);
      return true;
    });
    fill(batch, [1, 2, 3, 4, 5]);
    await batch.flush();
    await batch.flush();
    expect([sent, batch.lost]).toEqual([[[1, 2, 3]], 2]);
  });

  it('what a collector refuses is lost; what it could not take comes again, before what is newer', async () => {
    const send = vi.fn<(items: readonly number[]) => Promise<boolean>>();
    const batch = createBatch(3, send);
    send.mockRejectedValueOnce(new Error('busy')).mockResolvedValueOnce(false).mockResolvedValueOnce(true);
    fill(batch, [1, 2]);
    await batch.flush();
    fill(batch, [3]);
    await batch.flush();
    fill(batch, [4]);
    await batch.flush();
    expect([send.mock.calls, batch.lost]).toEqual([[[[1, 2]], [[1, 2, 3]], [[4]]], 3]);
  });

  it('takes no more room while the collector is away', async () => {
    const batch = createBatch<number>(3, () => Promise.reject(new Error('away')));
    for (let round = 0; round < 5; round++) {
      fill(batch, [1, 2, 3]);
      await batch.flush();
    }
    expect(batch.lost).toBe(12);
  });

  it('is sent once at a time', async () => {
    let finish = (_: boolean) => {};
    const send = vi.fn(() => new Promise<boolean>((resolve) => (finish = resolve)));
    const batch = createBatch(3, send);
    fill(batch, [1]);
    const flights = [batch.flush(), batch.flush()];
    finish(true);
    await Promise.all(flights);
    expect(send).toHaveBeenCalledTimes(1);
  });
});

it.each([
  [undefined, {}],
  ['', {}],
  ['a=1', { a: '1' }],
  [' a = 1 , b=2=3', { a: '1', b: '2=3' }],
  ['a=%20x%2C', { a: ' x,' }],
  ['a=100%', { a: '100%' }],
  ['a,=1,b=', { b: '' }],
])('pairs in %j', (text, pairs) => {
  expect(parsePairs(text)).toEqual(pairs);
});

describe('without a collector', () => {
  const options = { resource: {}, sampledShare: 1, spanDelayMs: 10, metricsIntervalMs: 60_000, addresses: {} };
  afterEach(() => {
    vi.useRealTimers();
  });

  it('no trace is begun to be recorded, and the caller’s word goes on to the upstream', async () => {
    const telemetry = createTelemetry(options, [], vi.fn(), vi.fn());
    expect(telemetry.startTrace(undefined, undefined, undefined).isSampled).toBe(false);
    expect(telemetry.startTrace(undefined, undefined, `00-${TRACE}-b7ad6b7169203331-00`)).toMatchObject({
      traceId: TRACE,
      isSampled: false,
    });
    expect(telemetry.startTrace(`00-${TRACE}-b7ad6b7169203331-01`, 'a=1', undefined)).toMatchObject({
      isSampled: true,
      state: 'a=1',
    });
    await telemetry.close();
  });

  it('there is one timer, which writes metrics to the log and ends with the instance', async () => {
    vi.useFakeTimers();
    const report = vi.fn();
    const telemetry = createTelemetry(options, [], report, vi.fn());
    expect(vi.getTimerCount()).toBe(1);
    const operation = { name: 'getItem', method: 'GET', route: '/i', path: '/i', upstream: 'arm' };
    const trace = telemetry.startTrace(undefined, undefined, undefined);
    const record = {
      ...{ schemaVersion: 1, time: '', requestId: '', traceId: TRACE, operation: 'getItem', method: 'GET' },
      ...{ status: 200, durationMs: 3 },
    };
    telemetry.observer.onEnd(record, { operation, trace, startedAt: 0, verifiedAt: 0 });
    vi.advanceTimersByTime(60_000);
    expect(report.mock.calls).toEqual([
      [expect.objectContaining({ metrics: [expect.objectContaining({ count: 1 })] })],
    ]);
    vi.advanceTimersByTime(60_000);
    expect(report).toHaveBeenCalledTimes(1);
    await telemetry.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('a share of the traces that begin here is recorded: the same ones on each instance', async () => {
  const collector = { url: 'http://127.0.0.1:9', headers: {} };
  const open = () =>
    createTelemetry(
      {
        resource: {},
        collector,
        sampledShare: 0.25,
        spanDelayMs: 3_600_000,
        metricsIntervalMs: 3_600_000,
        addresses: {},
      },
      [],
      vi.fn(),
      vi.fn(),
    );
  const [one, another] = [open(), open()];
  let sampled = 0;
  for (let count = 0; count < 2_000; count++) {
    const { traceId, isSampled } = one.startTrace(undefined, undefined, undefined);
    sampled += Number(isSampled);
    expect(another.startTrace(undefined, undefined, `00-${traceId}-b7ad6b7169203331-00`).isSampled).toBe(isSampled);
  }
  expect(sampled).toBeGreaterThan(350);
  expect(sampled).toBeLessThan(650);
  await Promise.all([one.close(), another.close()]);
});

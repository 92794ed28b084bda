import { expect, it } from 'vitest';
import { parsePolicy } from '../../../lib/policy/policy-source.ts';
import { readLimits, toTableAddress, toTelemetryOptions } from '../../../lib/services.ts';
import type { Settings } from '../../../lib/settings/schema.ts';
import type { TokenCache } from '../../../lib/upstream/token-cache.ts';
import { UPSTREAMS, type Upstreams } from '../../../lib/upstream/upstreams.ts';

it('limits are the policy’s, otherwise the setting’s, otherwise the defaults, as long as each has them', () => {
  const room = { parallel: 1, queue: 1 };
  const own = { bulkhead: { read: room, write: room }, rate: {} };
  const grants = [{ roles: ['Items.Read'], resources: ['*'] }];
  const LIMITS = { caller: { perSecond: 2, burst: 2 }, arm: { ...UPSTREAMS.arm.limits, maxResponseBytes: 8_192 } };
  let policy = parsePolicy(JSON.stringify({ grants }));
  const limits = readLimits({ LIMITS }, { limits: () => policy.limits ?? {} });
  expect([limits.upstream('arm'), limits.caller()]).toEqual([LIMITS.arm, LIMITS.caller]);
  const caller = { perSecond: 1, burst: 1 };
  policy = parsePolicy(JSON.stringify({ grants, limits: { arm: own, caller } }));
  expect([limits.upstream('arm'), limits.caller()]).toEqual([{ ...own, maxResponseBytes: 8_192 }, caller]);
  expect(limits.upstream('businessData')).toEqual(UPSTREAMS.businessData.limits);
  expect(readLimits({ LIMITS: {} }, { limits: () => ({}) }).caller()).toEqual({ perSecond: 20, burst: 100 });
});

it('a connection string needs no token', () => {
  const settings = { CACHE_CONNECTION_STRING: 'AccountName=a', CACHE_TABLE_NAME: 'one' } as Settings;
  expect(toTableAddress(settings, {} as TokenCache, 1)).toEqual({ connectionString: 'AccountName=a', name: 'one' });
});

it('a URL has the managed identity’s tokens, for which a call waits as long as it is told', async () => {
  const waits: number[] = [];
  const get = async (_scope: string, { remainingMs }: { remainingMs(): number }) => {
    waits.push(remainingMs());
    return { token: 't' };
  };
  const settings = { CACHE_TABLE_URL: 'https://a.example', CACHE_TABLE_NAME: 'one' } as Settings;
  const address = toTableAddress(
    settings,
    { get, replace: (scope: string, _: string, deadline: never) => get(scope, deadline) } as unknown as TokenCache,
    250,
  );
  if (!('url' in address)) throw new Error('It has a URL.');
  expect([address.url, await address.tokens.get('s'), await address.tokens.replace('s', 'u')]).toEqual([
    'https://a.example',
    { token: 't' },
    { token: 't' },
  ]);
  expect(waits).toEqual([250, 250]);
});

const settings = { OTEL_TRACES_SAMPLER_ARG: 0.5, OTEL_METRIC_EXPORT_INTERVAL: 60_000, LIMITS: {} } as Settings;
const upstreams = Object.fromEntries(
  ['arm', 'backupRestore', 'documentModels', 'businessData'].map((name) => [
    name,
    { origin: `https://${name}.example` },
  ]),
) as unknown as Upstreams;

it('without an endpoint there is no collector', () => {
  expect(toTelemetryOptions(settings, upstreams)).toMatchObject({
    collector: undefined,
    sampledShare: 0.5,
    metricsIntervalMs: 60_000,
  });
});

it('a collector has its address, and the origins by which upstreams are named', () => {
  const withEndpoint = { ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example' } as Settings;
  expect(toTelemetryOptions(withEndpoint, upstreams).collector).toMatchObject({
    url: 'https://collector.example',
    origins: { arm: 'https://arm.example' },
  });
});

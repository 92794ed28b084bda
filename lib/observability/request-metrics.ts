/** What is counted of requests and of the calls that they cause: docs/telemetry.md lists it. */

import { createCounter, createHistogram, type Reading } from './metrics.ts';
import { type Observer, SPAN_MEMBERS, STAGE_MEMBERS } from './request-record.ts';

const STAGES = Object.entries({ ...STAGE_MEMBERS, ...SPAN_MEMBERS }).map(([stage, member]) => ({
  stage,
  member,
  toLabels: () => ({ stage }),
}));

export function createRequestMetrics(): Observer & { read(): Reading[] } {
  const requests = createHistogram({
    name: 'frontdesk.request.duration',
    about: 'Requests by how they ended, and how long they took.',
  });
  const stages = createHistogram({
    name: 'frontdesk.stage.duration',
    about: 'Where the time of requests goes: the stages in order, and what the last one waits for.',
  });
  const calls = createHistogram({
    name: 'frontdesk.upstream.duration',
    about: 'Calls to the upstreams, each try by itself.',
  });
  const cached = createCounter({
    name: 'frontdesk.cache.replies',
    unit: '1',
    about: 'What the cache did, for operations that have one.',
  });
  const retries = createCounter({
    name: 'frontdesk.upstream.retries',
    unit: '1',
    about: 'Calls that repeat an earlier one of the same request.',
  });
  const failedWrites = createCounter({
    name: 'frontdesk.writes.failed',
    unit: '1',
    about: 'Writes that failed, by what became of them.',
  });

  return {
    read: () => [requests, stages, calls, cached, retries, failedWrites].map((metric) => metric.read()),
    onSpan({ name, startedAt, endedAt, status, failure, resends }, { operation: { upstream } }) {
      if (name !== 'upstream') return;
      const result = status ?? failure ?? '';
      calls.add(`${upstream} ${result}`, () => ({ upstream, result: String(result) }), endedAt - startedAt);
      if (resends > 0) retries.add(upstream, () => ({ upstream }));
    },
    onEnd(record) {
      const { operation, status, problem = '', cache, outcome } = record;
      const toRequestLabels = () => ({ operation, status, ...(problem ? { problem } : {}) });
      requests.add(`${operation} ${status} ${problem}`, toRequestLabels, record.durationMs);
      for (const { stage, member, toLabels } of STAGES) {
        const ms = record[member];
        if (ms !== undefined) stages.add(stage, toLabels, ms);
      }
      if (cache !== undefined) {
        const state = toState(cache);
        cached.add(`${operation} ${state}`, () => ({ operation, state }));
      }
      if (outcome !== undefined) failedWrites.add(`${operation} ${outcome}`, () => ({ operation, outcome }));
    },
  };
}

/** Answers a word for a Cache-Status. */
function toState(cacheStatus: string): string {
  if (cacheStatus.includes('detail=stale-while')) return 'stale-while-revalidating';
  if (cacheStatus.includes('detail=stale-if')) return 'stale-if-error';
  if (cacheStatus.includes('; hit')) return 'hit';
  if (cacheStatus.includes('; collapsed')) return 'collapsed';
  return cacheStatus.includes('fwd=request') ? 'forced' : cacheStatus.includes('fwd=stale') ? 'expired' : 'miss';
}

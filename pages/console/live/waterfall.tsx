import { MISSING } from '../logic/format.ts';
import type { RequestRecord } from '../logic/live-rows.ts';
import { toPercent } from '../logic/timeline.ts';
import { type Stage, toStages } from '../logic/waterfall.ts';

/** The stages of a request, each where and as long as it took. */
export function Waterfall({ record }: { readonly record: RequestRecord }) {
  const stages = toStages(record);
  const total = Math.max(record.durationMs ?? 0, ...stages.map(({ startMs, ms }) => startMs + ms));
  const waits = stages.filter(({ isWait }) => isWait).length;
  if (stages.length === 0) return null;
  return (
    <>
      <ol class="waterfall" aria-label="Stages">
        {stages.map((stage, index) => (
          <StageLine
            key={stage.title}
            stage={stage}
            total={total}
            // A failed request failed in its last stage.
            hasFailed={record.problem !== undefined && !stages.slice(index + 1).some(({ isWait }) => !isWait)}
          />
        ))}
        <li class="total">
          <span>Total</span>
          <span />
          <span>{record.durationMs === undefined ? MISSING : `${record.durationMs} ms`}</span>
        </li>
      </ol>
      {waits > 1 && <small class="muted">The indented times are sums; their order is drawn, not measured.</small>}
    </>
  );
}

interface StageLineProps {
  readonly stage: Stage;
  readonly total: number;
  readonly hasFailed: boolean;
}

function StageLine({ stage: { title, startMs, ms, isWait }, total, hasFailed }: StageLineProps) {
  const style = { left: toPercent(startMs / (total || 1)), width: toPercent(ms / (total || 1)) };
  return (
    <li class={`${isWait ? 'wait' : ''} ${hasFailed && !isWait ? 'failed' : ''}`}>
      <span>
        {title}
        {hasFailed && !isWait && <span class="sr-only"> (failed here)</span>}
      </span>
      <span class="lane" aria-hidden="true">
        <i style={style} />
      </span>
      <span>{formatTenths(ms)}</span>
    </li>
  );
}

function formatTenths(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

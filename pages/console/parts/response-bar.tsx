import { useState } from 'preact/hooks';
import type { ResponseOf } from '../../../client/src/index.ts';
import { CacheChip, StatusChip } from './chip.tsx';
import { RequestId } from './request-id.tsx';
import { ScrollFrame } from './scroll-frame.tsx';

/** Status, cache status, entity tag and request id of a response. */
export function ResponseBar({ response }: { readonly response: ResponseOf<number, unknown> }) {
  const { status, cacheStatus, etag, requestId, headers } = response;
  return (
    <div class="response-bar">
      <StatusChip status={status} />
      <CacheChip status={cacheStatus} />
      {cacheStatus?.includes('hit') && <span class="muted">fetched {Number(headers.get('age'))} s ago</span>}
      {etag && (
        <span class="etag" title={etag}>
          <span class="muted">ETag</span> <code>{etag.slice(0, 14)}…</code>
        </span>
      )}
      <RequestId id={requestId} />
    </div>
  );
}

interface RawProps {
  readonly body: unknown;
  /** Whether it contains events that are hidden elsewhere. */
  readonly isSensitive?: boolean;
}

/** The response body as JSON, rendered when it is opened. */
export function Raw({ body, isSensitive = false }: RawProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="raw" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Response as JSON{isSensitive ? ' (includes sensitive events)' : ''}</summary>
      {isOpen && (
        <ScrollFrame class="raw-frame" label="Response as JSON">
          <pre>{JSON.stringify(body, undefined, 2)}</pre>
        </ScrollFrame>
      )}
    </details>
  );
}

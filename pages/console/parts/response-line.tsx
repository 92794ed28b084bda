import { useState } from 'preact/hooks';
import type { ResponseOf } from '../../../client/src/index.ts';
import { parseCacheStatus } from '../logic/cache-status.ts';
import { RequestId } from './values.tsx';

interface ResponseLineProps {
  readonly response: ResponseOf<number, unknown>;
  readonly isOpen?: boolean;
  /** Whether it contains events that are hidden elsewhere. */
  readonly hides?: boolean | undefined;
}

/** One line on the response: status, cache, id; it opens into the body. */
export function ResponseLine({ response, isOpen = false, hides = false }: ResponseLineProps) {
  const [isShown, setShown] = useState(isOpen);
  const { status, cacheStatus, etag, requestId, body } = response;
  const { kind, label, meaning } = parseCacheStatus(cacheStatus);
  return (
    <details class="response" open={isOpen} onToggle={({ currentTarget }) => setShown(currentTarget.open)}>
      <summary>
        Response {status}
        {kind !== 'none' && ` · cache ${label}`}
        {hides && ' · contains sensitive events'}
      </summary>
      {isShown && (
        <>
          <p class="muted">
            {meaning} {etag && <code>{etag}</code>} <RequestId id={requestId} />
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it. */}
          <pre class="block" tabIndex={0}>
            {JSON.stringify(body, undefined, 2)}
          </pre>
        </>
      )}
    </details>
  );
}

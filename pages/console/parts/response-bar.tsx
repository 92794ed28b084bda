import { useState } from 'preact/hooks';
import type { ResponseOf } from '../../../client/src/index.ts';
import { parseCacheStatus } from '../logic/cache-status.ts';
import { type Fact, Facts } from './facts.tsx';
import { Icon } from './icon.tsx';
import { RequestId } from './request-id.tsx';
import { ScrollFrame } from './scroll-frame.tsx';

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No content',
};

interface ResponseBarProps {
  readonly response: ResponseOf<number, unknown>;
  /** What the call did: `Updated`. */
  readonly what?: string;
  /** Shown as JSON. */
  readonly body?: unknown;
}

/** One line on the response: what it did, its status, the cache, its id. It opens into all of them and the body. */
export function ResponseBar({ response, what, body }: ResponseBarProps) {
  const [isOpen, setOpen] = useState(false);
  const { status, requestId } = response;
  const age = toAge(response);
  const parts = [
    what ?? STATUS_TEXTS[status],
    String(status),
    toCacheText(response),
    age === undefined ? undefined : `fetched ${age} s ago`,
    requestId && `request ${requestId.slice(0, 8)}`,
  ];
  return (
    <details class="response-bar" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="chevron" class="chevron" />
        <span>{parts.filter(Boolean).join(' · ')}</span>
      </summary>
      {isOpen && (
        <div class="response-more">
          <Facts facts={toFacts(response)} />
          {body !== undefined && <Json body={body} />}
        </div>
      )}
    </details>
  );
}

function toCacheText({ cacheStatus }: ResponseOf<number, unknown>): string | undefined {
  const { kind, label } = parseCacheStatus(cacheStatus);
  return kind === 'none' ? undefined : `cache ${label}`;
}

/** In seconds; undefined if the response was not stored. */
function toAge({ cacheStatus, headers }: ResponseOf<number, unknown>): number | undefined {
  return cacheStatus?.includes('hit') ? Number(headers.get('age')) : undefined;
}

function toFacts(response: ResponseOf<number, unknown>): readonly Fact[] {
  const { status, cacheStatus, etag, requestId, upstreamRequestId } = response;
  return [
    ['Status', [status, STATUS_TEXTS[status]].join(' ')],
    ['Cache', parseCacheStatus(cacheStatus).meaning],
    ['Entity tag', etag && <code key="etag">{etag}</code>],
    ['Request id', requestId && <RequestId key="request" id={requestId} isWhole />],
    [
      "The upstream's id",
      upstreamRequestId && <RequestId key="upstream" id={upstreamRequestId} kind="upstream request" isWhole />,
    ],
  ];
}

function Json({ body }: { readonly body: unknown }) {
  return (
    <ScrollFrame class="raw-frame" label="Response as JSON">
      <pre>{JSON.stringify(body, undefined, 2)}</pre>
    </ScrollFrame>
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
      {isOpen && <Json body={body} />}
    </details>
  );
}

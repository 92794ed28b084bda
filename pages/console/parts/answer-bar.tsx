import { useState } from 'preact/hooks';
import { CacheChip, StatusChip } from './chip.tsx';
import { RequestId } from './request-id.tsx';
import { ScrollFrame } from './scroll-frame.tsx';

interface AnswerBarProps {
  readonly answer: {
    readonly status: number;
    readonly body: unknown;
    readonly etag: string | undefined;
    readonly requestId: string | undefined;
    readonly cacheStatus: string | undefined;
    readonly headers: Headers;
  };
}

/** How an answer came: its status, what the cache did, its tag and its id. */
export function AnswerBar({ answer }: AnswerBarProps) {
  const age = Number(answer.headers.get('age'));
  return (
    <div class="answer-bar">
      <StatusChip status={answer.status} />
      <CacheChip status={answer.cacheStatus} />
      {answer.cacheStatus?.includes('hit') && <span class="muted">fetched {age} s ago</span>}
      {answer.etag && (
        <span class="etag" title={answer.etag}>
          <span class="muted">etag</span> <code>{answer.etag.slice(0, 14)}…</code>
        </span>
      )}
      <RequestId id={answer.requestId} />
    </div>
  );
}

interface RawProps {
  readonly body: unknown;
  /** Whether it holds what is hidden elsewhere. */
  readonly isSensitive?: boolean;
}

/** The answer's content as it came, written only once it is asked for. */
export function Raw({ body, isSensitive = false }: RawProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="raw" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Answer as JSON{isSensitive ? ', sensitive events included' : ''}</summary>
      {isOpen && (
        <ScrollFrame class="raw-frame" label="Answer as JSON">
          <pre>{JSON.stringify(body, undefined, 2)}</pre>
        </ScrollFrame>
      )}
    </details>
  );
}

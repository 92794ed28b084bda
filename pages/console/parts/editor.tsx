/** A plain text area with numbered lines and, beside it, what is wrong in which line. */
import { useId, useRef } from 'preact/hooks';
import type { LineIssue } from '../logic/issues.ts';
import { Icon } from './icon.tsx';

interface EditorProps {
  readonly label: string;
  readonly text: string;
  readonly onInput: (text: string) => void;
  readonly issues: readonly LineIssue[];
}

export function Editor({ label, text, onInput, issues }: EditorProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const count = text.split('\n').length;
  const wrong = new Set(issues.map(({ line }) => line));
  const goTo = (line: number) => {
    const lines = text.split('\n');
    const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    area.current?.focus();
    area.current?.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    area.current?.scrollTo({ top: Math.max(0, (line - 4) * LINE_PX) });
  };
  return (
    <div class="editor">
      <div class="editor-text">
        <label for={id}>{label}</label>
        <div class="editor-frame">
          <div class="gutter" ref={gutter} aria-hidden="true">
            {Array.from({ length: count }, (_, index) => (
              <span key={index} class={wrong.has(index + 1) ? 'wrong' : ''}>
                {index + 1}
              </span>
            ))}
          </div>
          <textarea
            id={id}
            ref={area}
            value={text}
            wrap="off"
            rows={24}
            spellcheck={false}
            autocomplete="off"
            aria-invalid={issues.length > 0}
            aria-describedby={`${id}-issues`}
            onInput={(event) => onInput(event.currentTarget.value)}
            onScroll={(event) => gutter.current?.scrollTo({ top: event.currentTarget.scrollTop })}
          />
        </div>
      </div>
      <section class="editor-issues" id={`${id}-issues`} aria-label="Problems">
        <div role="status">
          <h2>{issues.length === 0 ? 'No problems' : `Problems (${issues.length})`}</h2>
        </div>
        {issues.length === 0 && (
          <p class="muted">
            <Icon name="ok" /> The API's own contract finds nothing wrong.
          </p>
        )}
        <ul>
          {issues.map(({ line, path, message }) => (
            <li key={`${line} ${path} ${message}`}>
              <button type="button" onClick={() => goTo(line)}>
                <span class="line">line {line}</span>
                <code>{path || 'content'}</code>
                <span>{message}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** Of style.css, .editor. */
const LINE_PX = 20;

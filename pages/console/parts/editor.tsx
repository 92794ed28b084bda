/** A text area with line numbers and the list of issues by line. */
import { useId, useRef } from 'preact/hooks';
import type { LineIssue } from '../logic/issues.ts';
import { Icon } from './icon.tsx';

/** Line height in style/editor.css. */
const LINE_PX = 20;

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
  return (
    <div class="editor">
      <div class="editor-text">
        <label for={id}>{label}</label>
        <div class="editor-frame">
          <div class="gutter" ref={gutter} aria-hidden="true">
            <LineNumbers count={text.split('\n').length} issues={issues} />
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
      <Issues id={`${id}-issues`} issues={issues} onSelect={(line) => selectLine(area.current, line)} />
    </div>
  );
}

function LineNumbers({ count, issues }: { readonly count: number; readonly issues: readonly LineIssue[] }) {
  const invalid = new Set(issues.map(({ line }) => line));
  return (
    <>
      {Array.from({ length: count }, (_, index) => (
        <span key={index} class={invalid.has(index + 1) ? 'invalid' : ''}>
          {index + 1}
        </span>
      ))}
    </>
  );
}

function selectLine(area: HTMLTextAreaElement | null, line: number): void {
  if (area === null) return;
  const lines = area.value.split('\n');
  const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  area.scrollTo({ top: Math.max(0, (line - 4) * LINE_PX) });
}

interface IssuesProps {
  readonly id: string;
  readonly issues: readonly LineIssue[];
  readonly onSelect: (line: number) => void;
}

function Issues({ id, issues, onSelect }: IssuesProps) {
  return (
    <section class="editor-issues" id={id} aria-label="Problems">
      <div role="status">
        <h2>{issues.length === 0 ? 'No problems' : `Problems (${issues.length})`}</h2>
      </div>
      {issues.length === 0 && (
        <p class="muted">
          <Icon name="ok" /> Valid.
        </p>
      )}
      <ul>
        {issues.map(({ line, path, message }) => (
          <li key={`${line} ${path} ${message}`}>
            <button type="button" onClick={() => onSelect(line)}>
              <span class="line">line {line}</span>
              <code>{path || 'body'}</code>
              <span>{message}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A JSON text with the list of what is wrong with it. */
import { useId, useRef } from 'preact/hooks';
import type { TextIssue } from '../logic/issues.ts';
import { Icon } from './icon.tsx';

interface EditorProps {
  readonly label: string;
  readonly text: string;
  readonly onInput: (text: string) => void;
  readonly issues: readonly TextIssue[];
  /** Whether the text is JSON: only then it can be formatted. */
  readonly isJson: boolean;
}

export function Editor({ label, text, onInput, issues, isJson }: EditorProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const select = ({ from, to }: TextIssue) => {
    area.current?.focus();
    area.current?.setSelectionRange(from, to);
  };
  return (
    <div class="editor">
      <div class="editor-text">
        <div class="editor-head">
          <label class="label" for={id}>
            {label}
          </label>
          <button
            type="button"
            class="small"
            disabled={!isJson}
            onClick={() => onInput(JSON.stringify(JSON.parse(text), undefined, 2))}
          >
            <Icon name="format" /> Format
          </button>
        </div>
        <textarea
          id={id}
          ref={area}
          class="mono editor-plain"
          value={text}
          rows={24}
          spellcheck={false}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      </div>
      <section class="editor-issues" aria-label="Problems">
        <div role="status">
          <h2>{issues.length === 0 ? 'No problems' : `Problems (${issues.length})`}</h2>
        </div>
        <ul>
          {issues.map((issue) => (
            <li key={`${issue.from} ${issue.path} ${issue.message}`}>
              <button type="button" onClick={() => select(issue)}>
                <span class="line">line {issue.line}</span>
                <code>{issue.path || 'body'}</code>
                <span>{issue.message}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

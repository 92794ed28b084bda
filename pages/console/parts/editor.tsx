/** A JSON text with the list of what is wrong with it. */
import { useId, useRef } from 'preact/hooks';
import type { CodeEditor } from '../code-editor.ts';
import type { TextIssue } from '../logic/issues.ts';
import type { JsonHelp } from '../logic/schema-help.ts';
import { Icon } from './icon.tsx';
import { useCodeEditor } from './use-code-editor.ts';

const HINT =
  'Ctrl+Space lists what fits. Shift+Alt+F formats. Tab indents; to leave the editor with Tab, press Escape before.';

interface EditorProps {
  readonly label: string;
  readonly text: string;
  /** Changes when the text was not written in the editor. */
  readonly revision: number;
  readonly onInput: (text: string) => void;
  readonly issues: readonly TextIssue[];
  /** Whether the text is JSON: only then it can be formatted. */
  readonly isJson: boolean;
  readonly help: JsonHelp;
}

export function Editor({ isJson, ...props }: EditorProps) {
  const { label, text, onInput, issues } = props;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const { state, history } = useCodeEditor(frame, { ...props, description: HINT });
  const editor = state.kind === 'ready' ? state.editor : undefined;
  return (
    <div class="editor">
      <div class="editor-text">
        <div class="editor-head">
          <span class="label" id={id}>
            {label}
          </span>
          {editor && <Toolbar {...{ editor, isJson }} {...history} />}
        </div>
        {state.kind === 'failed' ? (
          <PlainText {...{ label, text, onInput }} />
        ) : (
          <div class="editor-frame" ref={frame} aria-busy={state.kind === 'loading'} />
        )}
        {editor && <p class="field-hint">{HINT}</p>}
      </div>
      <Issues issues={issues} onSelect={(issue) => editor?.select(issue)} />
    </div>
  );
}

interface ToolbarProps {
  readonly editor: CodeEditor;
  readonly isJson: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

function Toolbar({ editor, isJson, canUndo, canRedo }: ToolbarProps) {
  return (
    <>
      <button type="button" class="small" disabled={!canUndo} onClick={() => editor.undo()}>
        <Icon name="undo" /> Undo
      </button>
      <button type="button" class="small" disabled={!canRedo} onClick={() => editor.redo()}>
        <Icon name="redo" /> Redo
      </button>
      <button type="button" class="small" disabled={!isJson} onClick={() => editor.format()}>
        <Icon name="format" /> Format
      </button>
    </>
  );
}

/** Works without the editor's file: it could not be loaded. */
function PlainText({ label, text, onInput }: Pick<EditorProps, 'label' | 'text' | 'onInput'>) {
  return (
    <>
      <p class="note">
        <Icon name="warning" /> The editor could not be loaded. Write here, or reload the page.
      </p>
      <textarea
        class="mono editor-plain"
        aria-label={label}
        value={text}
        rows={24}
        spellcheck={false}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </>
  );
}

interface IssuesProps {
  readonly issues: readonly TextIssue[];
  readonly onSelect: (issue: TextIssue) => void;
}

function Issues({ issues, onSelect }: IssuesProps) {
  return (
    <section class="editor-issues" aria-label="Problems">
      <div role="status">
        <h2>{issues.length === 0 ? 'No problems' : `Problems (${issues.length})`}</h2>
      </div>
      <ul>
        {issues.map((issue) => (
          <li key={`${issue.from} ${issue.path} ${issue.message}`}>
            <button type="button" onClick={() => onSelect(issue)}>
              <span class="line">line {issue.line}</span>
              <code>{issue.path || 'body'}</code>
              <span>{issue.message}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

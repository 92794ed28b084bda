/** A JSON editor over CodeMirror (docs/decisions.md#job-editor). A separate file, which a page imports when it shows an editor. */
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import {
  defaultKeymap,
  history,
  historyKeymap,
  indentWithTab,
  isolateHistory,
  redo,
  redoDepth,
  undo,
  undoDepth,
} from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { type Diagnostic, diagnosticCount, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { createCompletion } from './code-editor/completion.ts';
import { theme } from './code-editor/theme.ts';
import type { TextIssue } from './logic/issues.ts';
import type { Position } from './logic/json-positions.ts';
import type { JsonHelp } from './logic/schema-help.ts';

export interface EditorOptions {
  /** Read by screen readers. */
  readonly label: string;
  readonly description: string;
  readonly text: string;
  readonly help: JsonHelp;
  readonly onChange: (change: EditorChange) => void;
}

export interface EditorChange {
  readonly text: string;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** Mounts an editor in a shadow root: only there are its styles no inline ones, which the page's policy forbids. */
export function mountEditor(parent: HTMLElement, options: EditorOptions): CodeEditor {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
  const description = document.createElement('p');
  Object.assign(description, { id: 'description', textContent: options.description, hidden: true });
  const state = EditorState.create({ doc: options.text, extensions: listExtensions(options) });
  const view = new EditorView({ root, state });
  root.replaceChildren(view.dom, description);
  return new CodeEditor(view);
}

export class CodeEditor {
  readonly #view: EditorView;

  constructor(view: EditorView) {
    this.#view = view;
  }

  /** Replaces the text in one step, which can be undone. */
  setText(text: string): void {
    const { doc } = this.#view.state;
    if (doc.toString() === text) return;
    this.#view.dispatch({
      changes: { from: 0, to: doc.length, insert: text },
      selection: { anchor: 0 },
      annotations: isolateHistory.of('full'),
      scrollIntoView: true,
    });
  }

  setIssues(issues: readonly TextIssue[]): void {
    const { length } = this.#view.state.doc;
    const diagnostics = issues.map(({ from, to, path, message }): Diagnostic => {
      const end = Math.min(to, length);
      // One without a length cannot be seen.
      return { from: Math.max(0, Math.min(from, end - 1)), to: end, severity: 'error', message: `${path} ${message}` };
    });
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics));
  }

  select({ from, to }: Position): void {
    const { length } = this.#view.state.doc;
    const selection = { anchor: Math.min(from, length), head: Math.min(to, length) };
    this.#view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: 'center' }) });
    this.#view.focus();
  }

  undo(): void {
    undo(this.#view);
    this.#view.focus();
  }

  redo(): void {
    redo(this.#view);
    this.#view.focus();
  }

  format(): void {
    format(this.#view);
  }

  close(): void {
    this.#view.destroy();
  }
}

function listExtensions({ label, help, onChange }: EditorOptions): Extension {
  return [
    [lineNumbers(), lintGutter(), highlightActiveLine(), EditorView.lineWrapping, theme],
    [json(), bracketMatching(), closeBrackets(), indentUnit.of('  '), history()],
    autocompletion({ override: [createCompletion(help)], icons: false }),
    keymap.of([
      ...[...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...historyKeymap],
      { key: 'Shift-Alt-f', run: format },
      { key: 'Escape', run: freeTab },
      ...[indentWithTab, ...defaultKeymap],
    ]),
    EditorView.domEventHandlers({ blur: (_, view) => view.setTabFocusMode(false) }),
    EditorView.contentAttributes.of(({ state }) => ({
      'aria-label': label,
      // It is focusable without; checkers of accessibility do not know.
      tabindex: '0',
      'aria-describedby': 'description',
      'aria-invalid': String(diagnosticCount(state) > 0),
    })),
    EditorView.updateListener.of(({ docChanged, state, view }) => {
      if (!docChanged) return;
      view.setTabFocusMode(false);
      onChange({ text: state.doc.toString(), canUndo: undoDepth(state) > 0, canRedo: redoDepth(state) > 0 });
    }),
  ];
}

/** After Escape, Tab leaves the editor until something is written (WCAG 2.1.2). */
function freeTab(view: EditorView): boolean {
  view.setTabFocusMode(true);
  view.dispatch({ effects: EditorView.announce.of('Tab leaves the editor now.') });
  return false;
}

function format(view: EditorView): boolean {
  const text = view.state.doc.toString();
  const formatted = tryFormat(text);
  if (formatted === undefined || formatted === text) return true;
  view.dispatch({ changes: { from: 0, to: text.length, insert: formatted }, annotations: isolateHistory.of('full') });
  return true;
}

/** Returns undefined for a text that is not JSON. */
function tryFormat(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return undefined;
  }
}

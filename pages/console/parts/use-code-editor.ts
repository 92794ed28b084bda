/** The editor of a text, which is loaded when it is first shown. */
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CodeEditor, EditorChange } from '../code-editor.ts';
import type { TextIssue } from '../logic/issues.ts';
import type { JsonHelp } from '../logic/schema-help.ts';

interface CodeEditorProps {
  readonly label: string;
  readonly description: string;
  readonly text: string;
  /** Changes when the text was not written in the editor; it takes the text then, and at no other time. */
  readonly revision: number;
  readonly onInput: (text: string) => void;
  readonly issues: readonly TextIssue[];
  readonly help: JsonHelp;
}

export type EditorState =
  | { readonly kind: 'loading' | 'failed' }
  | { readonly kind: 'ready'; readonly editor: CodeEditor };

type History = Pick<EditorChange, 'canUndo' | 'canRedo'>;

export function useCodeEditor(frame: RefObject<HTMLElement | null>, props: CodeEditorProps) {
  const [state, setState] = useState<EditorState>({ kind: 'loading' });
  const [history, setHistory] = useState<History>({ canUndo: false, canRedo: false });
  const latest = useRef(props);
  latest.current = props;
  const editor = state.kind === 'ready' ? state.editor : undefined;
  useEffect(() => {
    const onChange = ({ text, ...changed }: EditorChange) => {
      setHistory(changed);
      latest.current.onInput(text);
    };
    let isOpen = true;
    const load = async () => {
      const { mountEditor } = await import('../code-editor.ts');
      const { current } = frame;
      if (isOpen && current) setState({ kind: 'ready', editor: mountEditor(current, { ...latest.current, onChange }) });
    };
    load().catch(() => setState({ kind: 'failed' }));
    return () => {
      isOpen = false;
    };
  }, []);
  useEffect(() => () => editor?.close(), [editor]);
  useEffect(() => editor?.setText(latest.current.text), [editor, props.revision]);
  useEffect(() => editor?.setIssues(props.issues), [editor, props.issues]);
  return { state, history };
}

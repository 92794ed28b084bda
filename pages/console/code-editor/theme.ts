/** The editor in the colours of the console: they are inherited into the shadow root. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const HEIGHT = '30rem';

const base = EditorView.theme({
  '&': { height: HEIGHT, color: 'var(--text)', backgroundColor: 'var(--surface)', fontSize: '0.8125rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px' },
  '.cm-content': { padding: '0.65rem 0', caretColor: 'var(--text)' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--sunken) 55%, transparent)' },
  '.cm-gutters': { backgroundColor: 'var(--ground)', color: 'var(--muted)', borderRight: '1px solid var(--line)' },
  '&.cm-focused .cm-matchingBracket, .cm-matchingBracket': {
    backgroundColor: 'var(--accent-soft)',
    outline: '1px solid var(--accent)',
  },
  '&.cm-focused .cm-nonmatchingBracket, .cm-nonmatchingBracket': {
    backgroundColor: 'var(--error-soft)',
    outline: '1px solid var(--error)',
  },
});

const issues = EditorView.theme({
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    backgroundColor: 'var(--error-soft)',
    textDecoration: 'underline wavy var(--error) 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-lint-marker-error': {
    width: '0.5rem',
    height: '0.5rem',
    margin: '6px 0 0 3px',
    borderRadius: '50%',
    backgroundColor: 'var(--error)',
    content: 'none',
  },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--error)', padding: '0.35rem 0.75rem' },
});

const tooltips = EditorView.theme({
  '.cm-tooltip': {
    border: '1px solid var(--line-strong)',
    borderRadius: '8px',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    boxShadow: 'var(--shadow-high)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '14rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.15rem 0.6rem', lineHeight: '1.5' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionDetail': { marginLeft: '0.75rem', color: 'var(--muted)', fontStyle: 'normal' },
  'li[aria-selected] .cm-completionDetail': { color: 'var(--on-accent)' },
  // On a phone: below the list, not over it.
  '.cm-completionInfo.cm-completionInfo-right-narrow, .cm-completionInfo.cm-completionInfo-left-narrow': {
    top: '100% !important',
    bottom: 'auto !important',
  },
  '.cm-tooltip.cm-completionInfo': { padding: '0.5rem 0.75rem', maxWidth: '20rem', fontFamily: 'var(--sans)' },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--ok)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warning)' },
]);

export const theme: Extension = [base, issues, tooltips, syntaxHighlighting(colours)];

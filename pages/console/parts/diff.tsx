import { type DiffLine, foldSame } from '../logic/job-diff.ts';
import { ScrollFrame } from './scroll-frame.tsx';

const SIGNS = { same: ' ', added: '+', removed: '−', skipped: '⋯' } as const;

/** Added and removed lines, also labelled for screen readers. */
export function Diff({ lines }: { readonly lines: readonly DiffLine[] }) {
  const added = lines.filter(({ kind }) => kind === 'added').length;
  const removed = lines.filter(({ kind }) => kind === 'removed').length;
  return (
    <>
      <p class="diff-count">
        <span class="diff-added-count">+{added} added</span> <span class="diff-removed-count">−{removed} removed</span>
      </p>
      <ScrollFrame class="diff" label="Changes">
        {foldSame(lines).map(({ kind, text }, index) => (
          // Equal lines differ only in their position.
          <div key={index} class={`diff-line diff-${kind}`}>
            <span aria-hidden="true">{SIGNS[kind]}</span>
            {(kind === 'added' || kind === 'removed') && <span class="sr-only">{kind}: </span>}
            <code>{text}</code>
          </div>
        ))}
      </ScrollFrame>
    </>
  );
}

import { type DiffLine, foldSame } from '../logic/job-diff.ts';
import { ScrollFrame } from './scroll-frame.tsx';

const SIGNS = { same: ' ', added: '+', removed: '−', skipped: '⋯' } as const;

/** Lines that go and lines that come; each says which it is in words too. */
export function Diff({ lines }: { readonly lines: readonly DiffLine[] }) {
  const added = lines.filter(({ kind }) => kind === 'added').length;
  const removed = lines.filter(({ kind }) => kind === 'removed').length;
  return (
    <>
      <p class="diff-count">
        <span class="diff-added-count">+{added} added</span> <span class="diff-removed-count">−{removed} removed</span>
      </p>
      <ScrollFrame class="diff" label="What changes">
        {foldSame(lines).map(({ kind, text }, index) => (
          // The order is all that tells equal lines apart.
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

import type { ComponentChildren } from 'preact';

interface QuestionProps {
  /** In one line. */
  readonly asked: string;
  readonly isAnswered: boolean;
  readonly children: ComponentChildren;
}

/** What a page asks; folded to one line once it is answered. */
export function Question({ asked, isAnswered, children }: QuestionProps) {
  return (
    <details class="asked" open={!isAnswered}>
      <summary>
        {asked} <span class="muted">· change</span>
      </summary>
      <div class="stack">{children}</div>
    </details>
  );
}

import type { ComponentChildren } from 'preact';

interface ScrollFrameProps {
  readonly label: string;
  readonly class: string;
  readonly children: ComponentChildren;
}

/** A frame that scrolls by itself, and so must be reached by keyboard. */
export function ScrollFrame({ label, class: className, children }: ScrollFrameProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll only what has the focus.
    <section class={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

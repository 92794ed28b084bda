import type { ComponentChildren } from 'preact';

interface ScrollFrameProps {
  readonly label: string;
  readonly class: string;
  readonly children: ComponentChildren;
}

/** A scrollable frame; it takes the focus so that the keyboard can scroll it. */
export function ScrollFrame({ label, class: className, children }: ScrollFrameProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll only the focused element.
    <section class={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface ToolbarProps {
  readonly label: string;
  readonly isVertical?: boolean;
  readonly children: ComponentChildren;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Links or buttons that are one stop of the Tab key; arrow keys move between them, as in WAI-ARIA's toolbar. */
export function Toolbar({ label, isVertical = false, children }: ToolbarProps) {
  const ref = useRef<HTMLDivElement>(null);
  const list = () => [...(ref.current?.querySelectorAll<HTMLElement>('a, button') ?? [])];
  const stopAt = (stop: EventTarget | null | undefined) => {
    for (const each of list()) each.tabIndex = each === stop ? 0 : -1;
  };
  useLayoutEffect(() => {
    const all = list();
    stopAt(all.find((each) => each === document.activeElement || each.ariaCurrent) ?? all[0]);
  });
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = list();
    all.at((all.indexOf(document.activeElement as HTMLElement) + step) % all.length)?.focus();
  };
  return (
    <div
      ref={ref}
      class="chips"
      role="toolbar"
      aria-label={label}
      aria-orientation={isVertical ? 'vertical' : 'horizontal'}
      onKeyDown={move}
      onFocusIn={({ target }) => stopAt(target)}
    >
      {children}
    </div>
  );
}

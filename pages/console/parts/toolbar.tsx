import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { hrefWith, route } from '../router.ts';

interface ToolbarProps {
  readonly label: string;
  readonly role?: 'toolbar' | 'tablist';
  readonly isVertical?: boolean;
  readonly children: ComponentChildren;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Links or buttons that are one stop of the Tab key; arrow keys move between them, as in WAI-ARIA's toolbar. */
export function Toolbar({ label, role = 'toolbar', isVertical = false, children }: ToolbarProps) {
  const ref = useRef<HTMLDivElement>(null);
  const list = () => [...(ref.current?.querySelectorAll<HTMLElement>('a, button') ?? [])];
  const stopAt = (stop: EventTarget | null | undefined) => {
    for (const each of list()) each.tabIndex = each === stop ? 0 : -1;
  };
  useLayoutEffect(() => {
    const all = list();
    const chosen = all.find((each) => each.ariaCurrent || each.ariaSelected === 'true');
    stopAt(all.find((each) => each === document.activeElement) ?? chosen ?? all[0]);
  });
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = list();
    all.at((all.indexOf(document.activeElement as HTMLElement) + step) % all.length)?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role is one of two.
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support the label.
    <div
      ref={ref}
      class={isVertical ? '' : 'chips'}
      role={role}
      aria-label={label}
      aria-orientation={isVertical ? 'vertical' : 'horizontal'}
      onKeyDown={move}
      onFocusIn={({ target }) => stopAt(target)}
    >
      {children}
    </div>
  );
}

interface ChoicesProps {
  readonly name: string;
  readonly options: readonly (readonly [value: string, text: ComponentChildren])[];
}

/** Links that set a value in the address, without a request; the chosen one takes it out again. */
export function Choices({ name, options }: ChoicesProps) {
  const chosen = route.value.query[name] ?? '';
  return options.map(([value, text]) => (
    <a
      key={value}
      class="button small"
      aria-current={chosen === value ? 'true' : undefined}
      href={hrefWith({ [name]: chosen === value ? '' : value })}
    >
      {text}
    </a>
  ));
}

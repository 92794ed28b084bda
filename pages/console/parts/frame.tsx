/** The frame of the console and of the reference: a skip link, the bar, the navigation, and the page. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Announcer } from './announce.tsx';
import { Icon } from './values.tsx';

interface FrameProps {
  /** Of the page: its change folds the navigation and focuses the heading. */
  readonly title: string;
  readonly app: string;
  readonly bar: ComponentChildren;
  /** What the navigation lists: `Pages`. */
  readonly listed: string;
  readonly navigation: ComponentChildren;
  /** Beside the page. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Frame({ title, app, bar, listed, navigation, aside, children }: FrameProps) {
  const [isOpen, setOpen] = useState(false);
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${title} · ${app}`;
    setOpen(false);
    if (!isFirst.current) focusHeading();
    isFirst.current = false;
  }, [title]);
  return (
    <>
      <button type="button" class="primary skip" onClick={skipToContent}>
        Skip to main content
      </button>
      <div class={`layout ${aside ? 'layout-live' : ''}`}>
        <header class="top">
          <button
            type="button"
            class="ghost nav-toggle"
            aria-expanded={isOpen}
            aria-controls="nav"
            aria-label="Operations"
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'close' : 'menu'} />
          </button>
          {bar}
        </header>
        <nav id="nav" aria-label={listed} class={isOpen ? 'nav-open' : ''}>
          {navigation}
        </nav>
        <main id="main">{children}</main>
        {aside}
      </div>
      <Announcer />
    </>
  );
}

/** To the first row of a list, or to the heading. Not a link: the hash of the URL is the view. */
function skipToContent(): void {
  const first = document.querySelector<HTMLElement>('#main tbody th a');
  if (first) first.focus();
  else focusHeading();
}

function focusHeading(): void {
  scrollTo(0, 0);
  document.querySelector<HTMLElement>('#main h1')?.focus();
}

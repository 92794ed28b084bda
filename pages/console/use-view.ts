import { useEffect, useRef, useState } from 'preact/hooks';
import { OPERATIONS, OVERVIEWS } from './operations.ts';

/** Returns the id of the view in the URL. A new view gets the focus, so that screen readers read it. */
export function useView(onChange: () => void): string {
  const [view, setView] = useState(readView);
  const isFirst = useRef(true);
  useEffect(() => {
    const update = () => setView(readView());
    addEventListener('hashchange', update);
    return () => removeEventListener('hashchange', update);
  }, []);
  useEffect(() => {
    const title = OPERATIONS.find(({ id }) => id === view)?.title ?? OVERVIEWS[view]?.title ?? 'Today';
    document.title = `${title} · Frontdesk console`;
    onChange();
    if (!isFirst.current) document.querySelector<HTMLElement>('#main h1')?.focus();
    isFirst.current = false;
  }, [view]);
  return view;
}

function readView(): string {
  return location.hash.replace(/^#\//, '').replace(/^#.*/, '');
}

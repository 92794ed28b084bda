/** The address is the state: `#/view?in=…&item=…`. Everything that is looked at is in it, and nothing else keeps it. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { parseHash, type Query, type Route, toHref } from './logic/address.ts';

export const route = signal<Route>({ view: '', query: {} });

/** Follows the address from now on. */
export function startRouter(): void {
  const read = () => {
    route.value = parseHash(location.hash);
  };
  read();
  addEventListener('hashchange', read);
}

/** Returns the address of this view with other values. */
export function hrefWith(change: Query): string {
  const { view, query } = route.value;
  return toHref(view, { ...query, ...change });
}

/** Puts what a page is about into the address, unless it is there: a link shows the same to somebody else. */
export function useDefaultIn(path: string): void {
  useEffect(() => {
    if (path !== '' && route.value.query['in'] === undefined) amend({ in: path });
  }, [path]);
}

/** Goes to an address, as a link does. */
export function go(href: string): void {
  location.hash = href;
}

/** Changes the address without a step in the history: for a value that is a default, or that is being typed. */
export function amend(change: Query): void {
  history.replaceState(history.state, '', hrefWith(change));
  route.value = parseHash(location.hash);
}

/** Views and what they show, as the part of an address after `#`. */

export interface Route {
  /** Id of the view; empty for the first one. */
  readonly view: string;
  readonly query: Query;
}

/** Names and values after the question mark; an empty value is none. */
export type Query = Readonly<Record<string, string>>;

export function parseHash(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  return { view: path, query: Object.fromEntries(new URLSearchParams(query)) };
}

/** Returns the address of a view. */
export function toHref(view: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const text = new URLSearchParams(given).toString().replace(/%(?:2F|3A|27)/g, decodeURIComponent);
  return `#/${view}${text === '' ? '' : `?${text}`}`;
}

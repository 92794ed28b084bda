/** URLs from settings and discovery. */

/** Whether a URL may be called or given out: https, or http to this machine; no credentials, query or fragment. */
export function isTrustedUrl(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** Whether a host name means this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/**
 * Whether a URL leads to one of these origins, however a URL parser reads it: the text itself starts with the origin, and
 * a path, query or fragment or nothing follows.
 */
export function isAtOrigin(url: string, origins: readonly string[]): boolean {
  const hasOnlyPrintable = /^[\x21-\x7e]+$/.test(url);
  return (
    hasOnlyPrintable &&
    origins.some((origin) => url.startsWith(origin) && /^(?:[/?#]|$)/.test(url.slice(origin.length)))
  );
}

/** Splits a base URL; `basePath` has no trailing slash. @throws TypeError if it is not a URL. */
export function splitUrl(url: string): { readonly origin: string; readonly basePath: string } {
  const { origin, pathname } = new URL(url);
  return { origin, basePath: pathname.replace(/\/+$/, '') };
}

/** Whether a URL stays on this machine: RFC 8252 7.3 and 8.3; the issuer gives nothing to any other. */
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

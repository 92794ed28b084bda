/** Rules for headers. Headers cross Frontdesk in either direction only if a list names them. */

/** Response headers that a caller may see. Never `Location`: callers cannot and must not follow it. */
const RELAYED_RESPONSE_HEADERS = ['etag', 'odata-version'] as const;

/** Returns the upstream's response headers that are relayed, unchanged. */
export function pickRelayedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of RELAYED_RESPONSE_HEADERS) {
    const value = headers[name];
    if (value !== undefined && isHeaderValue(value) && !isHopByHop(name, headers['connection'])) picked[name] = value;
  }
  return picked;
}

/** Headers named in Connection apply to one hop only. Source: RFC 9110 7.6.1. */
function isHopByHop(name: string, connection = ''): boolean {
  return connection.split(',').some((named) => named.trim().toLowerCase() === name);
}

/** Whether the text is valid in a header: visible ASCII and inner spaces, at most 1,024 characters. Source: RFC 9110 5.5. */
export function isHeaderValue(text: string): boolean {
  return text.length <= 1024 && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text);
}

/** Whether a caller's correlation id may be relayed and logged. */
export function isCorrelationId(text: string): boolean {
  return /^[A-Za-z0-9._-]{1,128}$/.test(text);
}

/** Whether the media type is JSON in UTF-8. Source: RFC 9110 8.3; RFC 8259 8.1. */
export function isJsonMediaType(value: string | undefined): boolean {
  if (value === undefined) return false;
  const [type, ...parameters] = value.split(';').map((part) => part.trim().toLowerCase());
  return type === 'application/json' && parameters.every(isHarmlessParameter);
}

function isHarmlessParameter(parameter: string): boolean {
  const [name, value] = parameter.split('=', 2).map((part) => part.trim());
  return name !== 'charset' || value === 'utf-8' || value === '"utf-8"';
}

/** Whether the media type is JSON or based on it, such as `application/problem+json` or the older `text/json`. */
export function isJsonLikeMediaType(value: string | undefined): boolean {
  return value !== undefined && /^(?:application|text)\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(value);
}

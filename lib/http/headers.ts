/** Fields (headers) that cross Frontdesk. Both directions are allow-lists: what is not named here stays behind. */

/** Fields of an upstream's answer that the caller may see. Never a `Location`: the caller cannot and must not follow it. */
const RELAYED_RESPONSE_HEADERS = ['etag', 'odata-version'] as const;

/** Answers the headers of an upstream's answer that may go down, verbatim. */
export function pickRelayedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of RELAYED_RESPONSE_HEADERS) {
    const value = headers[name];
    if (value !== undefined && isHeaderValue(value) && !isHopByHop(name, headers['connection'])) picked[name] = value;
  }
  return picked;
}

/** What Connection names is for the hop before us alone. Source: RFC 9110 7.6.1. */
function isHopByHop(name: string, connection = ''): boolean {
  return connection.split(',').some((named) => named.trim().toLowerCase() === name);
}

/** Whether the text may stand in a field: visible ASCII and single spaces, bounded. Source: RFC 9110 5.5. */
export function isHeaderValue(text: string): boolean {
  return text.length <= 1024 && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text);
}

/** Whether a correlation id of a caller may be passed on and logged. */
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

/** Whether a JSON-based media type of an upstream: `application/json`, `application/problem+json` and the like. */
export function isJsonLikeMediaType(value: string | undefined): boolean {
  return value !== undefined && /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(value);
}

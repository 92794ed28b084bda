/** Replaces the parts of an example that change from run to run: times, ids, ports and tokens. */

const DAY_MS = 86_400_000;
/** The time at which every example claims to be captured. */
const CAPTURED_AT = Date.UTC(2026, 0, 15, 9, 30);

/** Members whose times depend on the time of the run; all other times are from the seed. */
const RELATIVE = new Set(['protectionDateTime', 'expirationDateTime', 'createdDate', 'date']);

/** Ids of the seed; all others are random. */
const SEED_ID = /-[04]000-8000-/;
const ORIGIN = /http:\/\/127\.0\.0\.1:\d+/g;
const DIGEST = /\b[\da-f]{64}\b/g;
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Returns the value with stable times, ids and links: times and ids keep their order, links begin with `serverUrl`. */
export function stabilize(value: unknown, serverUrl: string, now = Date.now()): unknown {
  const ids = new Map<string, string>();
  return visit(value, '');

  function visit(part: unknown, name: string): unknown {
    if (typeof part === 'string') return stabilizeText(part, name);
    if (Array.isArray(part)) return part.map((element) => visit(element, name));
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([member, inner]) => [member, visit(inner, member)]));
  }

  function stabilizeText(text: string, name: string): string {
    if (/(^|\.)nextLink$/.test(name) && text !== '') return stabilizeLink(text, serverUrl);
    // It has the day in it.
    if (name === 'operationId') return 'opaque-operation-id';
    if (name === 'accessToken') return 'a-token-that-authorizes-the-copy';
    if (RELATIVE.has(name)) return stabilizeTime(text, now);
    return (
      text
        .replace(DIGEST, '0f1e2d3c4b5a6978'.repeat(4))
        // Of the service.
        .replace(ORIGIN, 'https://cloud.vendor.example')
        .replace(UUID, (id) => (SEED_ID.test(id) ? id : stabilizeId(id)))
    );
  }

  function stabilizeId(id: string): string {
    const known = ids.get(id) ?? `00000000-0000-4000-8000-${String(ids.size + 1).padStart(12, '0')}`;
    ids.set(id, known);
    return known;
  }
}

/** Keeps the distance from now in whole days. */
function stabilizeTime(text: string, now: number): string {
  const days = Math.round((Date.parse(text) - now) / DAY_MS);
  return new Date(CAPTURED_AT + days * DAY_MS).toISOString();
}

function stabilizeLink(link: string, serverUrl: string): string {
  const { pathname, search } = new URL(link);
  return serverUrl + pathname + search.replace(/(skiptoken=)[^&]*/i, '$1opaque-page-token');
}

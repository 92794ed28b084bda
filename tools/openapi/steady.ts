/** Answers as they are written down: what changes from run to run gives way to what does not. */

const DAY_MS = 86_400_000;
/** The day on which every example was seen. */
const SEEN_AT = Date.UTC(2026, 0, 15, 9, 30);

/** Members whose times count from the moment of the run; all other times are the seed's. */
const MOVING = new Set(['protectionDateTime', 'expirationDateTime', 'createdDate', 'date']);

/** The seed's ids are of this form; others are drawn at random. */
const SEED_ID = /-[04]000-8000-/;
const UPSTREAM = /http:\/\/127\.0\.0\.1:\d+/g;
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Answers the value in its steady form: times and ids keep their order, links lead to `serverUrl`. */
export function toSteady(value: unknown, serverUrl: string, now = Date.now()): unknown {
  const ids = new Map<string, string>();
  return visit(value, '');

  function visit(part: unknown, name: string): unknown {
    if (typeof part === 'string') return toSteadyText(part, name);
    if (Array.isArray(part)) return part.map((element) => visit(element, name));
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([member, inner]) => [member, visit(inner, member)]));
  }

  function toSteadyText(text: string, name: string): string {
    if (name === 'nextLink') return toSteadyLink(text, serverUrl);
    if (name === 'accessToken') return 'a-token-that-authorizes-the-copy';
    if (MOVING.has(name)) return toSteadyTime(text, now);
    return text
      .replace(UPSTREAM, 'https://cloud.vendor.example')
      .replace(UUID, (id) => (SEED_ID.test(id) ? id : toSteadyId(id)));
  }

  function toSteadyId(id: string): string {
    const known = ids.get(id) ?? `00000000-0000-4000-8000-${String(ids.size + 1).padStart(12, '0')}`;
    ids.set(id, known);
    return known;
  }
}

/** Whole days away from the run become whole days away from the day on which it was seen. */
function toSteadyTime(text: string, now: number): string {
  const days = Math.round((Date.parse(text) - now) / DAY_MS);
  return new Date(SEEN_AT + days * DAY_MS).toISOString();
}

function toSteadyLink(link: string, serverUrl: string): string {
  const { pathname, search } = new URL(link);
  return serverUrl + pathname + search.replace(/(skiptoken=)[^&]*/i, '$1opaque-page-token');
}

/** Faults F15 to F20: the body of a 200 response. */
import {
  everyCall,
  html,
  MEBIBYTE,
  NO_BODY,
  refreshedResponses,
  requiredMembersNull,
  staleResponses,
  success,
  successes,
  unknownMember,
  unusableBody,
} from './expectations.ts';
import type { UpstreamFault } from './types.ts';

const ONLY_SEARCH = 'of these operations, the search alone has this list';

export const bodyFaults: readonly UpstreamFault[] = [
  {
    id: 'F15',
    name: '200 with invalid JSON',
    inject: everyCall({ kind: 'malformed', text: '{"value": [' }),
    cold: unusableBody(),
    stale: staleResponses(1),
  },
  {
    id: 'F16',
    name: '200 with another content type',
    inject: everyCall({ kind: 'malformed', text: html, contentType: 'text/html' }),
    cold: unusableBody(),
    stale: staleResponses(1),
  },
  {
    id: 'F17',
    name: '200 MiB body',
    inject: everyCall({ kind: 'big', bytes: 200 * MEBIBYTE }),
    cold: unusableBody(),
    stale: staleResponses(1),
  },
  {
    id: 'F18',
    // Above every limit. process.faults.ts measures the memory for a larger one.
    name: 'body inflates to 9 MiB',
    inject: everyCall({ kind: 'gzip-bomb', bytes: 9 * MEBIBYTE }),
    cold: unusableBody(),
    stale: staleResponses(1),
    attemptSeconds: 3,
  },
  {
    id: 'F19',
    name: 'unknown members and values',
    inject: everyCall({ kind: 'patch', body: { futureMember: JSON.parse(unknownMember) } }),
    cold: {
      reads: { ...success(), bodyContains: unknownMember },
      search: { ...success(), bodyContains: unknownMember },
      writes: { ...success(), bodyContains: unknownMember },
      bodiless: NO_BODY,
    },
    stale: refreshedResponses(1),
  },
  {
    id: 'F20',
    name: 'member missing',
    inject: everyCall({ kind: 'patch', body: requiredMembersNull }),
    cold: { ...successes(), bodiless: NO_BODY },
    stale: refreshedResponses(1),
  },
  {
    id: 'F20',
    name: 'list missing',
    inject: everyCall({ kind: 'patch', body: { searchResults: null } }),
    cold: { ...unusableBody(), reads: ONLY_SEARCH, writes: ONLY_SEARCH, bodiless: ONLY_SEARCH },
    stale: staleResponses(1),
  },
];

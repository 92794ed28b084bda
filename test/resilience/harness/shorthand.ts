/** What many rows of the fault matrix say, by a name. */
import type { Fault as Scripted } from '../../../dev/faults/fault.ts';
import type { Expected, Strike } from './expectation.ts';

export const always = (scripted: Scripted): Strike => ({ scripted, times: 1_000 });
export const once = (scripted: Scripted): Strike => ({ scripted, times: 1 });

export const done = (calls = 1): Expected => ({ status: 'success', calls });
const fetched = (calls = 1): Expected => ({ status: 'success', cache: 'fetched', calls });
export const standsIn = (calls: number): Expected => ({ status: 'success', cache: 'if-error', calls });
export const fails = (status: number, code: string, calls: number, more: Partial<Expected> = {}): Expected => ({
  status,
  code,
  calls,
  ...more,
});

/** Fails in the same way for all, but for the tries and what is known of a write. */
export function failing(status: number, code: string, how: Tries & { readonly more?: Partial<Expected> }) {
  const { reads, search, writes, deletion, isHeard = true, more = {} } = how;
  const after = (tries: number, outcome?: Outcome) =>
    fails(status, code, isHeard ? tries : 0, { tries, ...more, ...(outcome && { outcome }) });
  return {
    reads: after(reads),
    search: after(search),
    writes: after(...writes),
    deletion: after(...deletion),
  };
}

type Outcome = NonNullable<Expected['outcome']>;

interface Tries {
  readonly reads: number;
  readonly search: number;
  readonly writes: readonly [number, Outcome];
  readonly deletion: readonly [number, Outcome];
  /** Whether the upstream hears of the tries. */
  readonly isHeard?: boolean;
}

/** Reads 1+2, a search 1+1; a write once; a deletion once more, since a repeat changes nothing (reliability 4.1). */
export const unclear: Tries = { reads: 3, search: 2, writes: [1, 'unknown'], deletion: [2, 'unknown'] };
/** A server's own error is no reason to repeat a deletion. */
export const serverError: Tries = { ...unclear, deletion: [1, 'unknown'] };
/** Turned away at the door: everybody may try again. */
export const turnedAway: Tries = { reads: 3, search: 2, writes: [2, 'rejected'], deletion: [2, 'rejected'] };
/** An answer that another try would not better. */
export const final = (outcome: Outcome): Tries => ({
  reads: 1,
  search: 1,
  writes: [1, outcome],
  deletion: [1, outcome],
});
/** Nothing reaches the upstream, so that nothing is done twice: everybody may try again. */
export const unheard: Tries = { ...turnedAway, writes: [2, 'not-sent'], deletion: [2, 'not-sent'], isHeard: false };
/** A stranger answers in the upstream's place: another try would meet the same. */
export const mistrusted: Tries = { ...final('not-sent'), isHeard: false };

/** The gate is closed: the upstream does not hear of it. */
export const throttled = (retryAfter: number) => fails(429, 'throttled', 0, { retryAfter });
export const standIns = (reads: number, search = Math.min(reads, 2)) => ({
  reads: standsIn(reads),
  search: standsIn(search),
});
export const fetches = (reads: number, search = reads) => ({ reads: fetched(reads), search: fetched(search) });
export const NO_CONTENT = 'a 204 has no content';

export const tooMany = {
  error: { code: 'TooManyRequests', message: 'Too many requests.' },
  code: 'TooManyRequests',
  message: '',
};
export const refused = {
  error: { code: 'Refused', message: 'It is refused.' },
  code: 'Refused',
  message: 'It is refused.',
};
export const dated = { date: 'Sat, 21 Nov 2026 10:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 10:00:01 GMT' };
export const html = '<!doctype html><title>Bad gateway</title>';
export const member = '{"kind":"of a later version"}';
/** What every complete answer must have one of. */
export const emptied = { value: null, searchResults: null, id: null, accessToken: null };
export const mebibyte = 1024 * 1024;

/** No token, nothing sent. */
export const identityGone = fails(503, 'identity_unavailable', 0, { retryAfter: 5, outcome: 'not-sent' });
/** Nobody can tell whether the caller's token is good: that is no 401. */
export const keysGone = fails(503, 'auth_unavailable', 0, { retryAfter: 5, outcome: 'not-sent' });

/** The table service's error. */
export function tableReplies(status: number, code: string, retryAfter?: number): Strike {
  const content = JSON.stringify({ 'odata.error': { code, message: { lang: 'en-US', value: 'It is scripted.' } } });
  const lines = [
    `HTTP/1.1 ${status} Scripted`,
    'content-type: application/json;odata=minimalmetadata',
    `content-length: ${content.length}`,
    'connection: close',
    ...(retryAfter === undefined ? [] : [`retry-after: ${retryAfter}`]),
  ];
  return { table: { kind: 'reply', text: `${lines.join('\r\n')}\r\n\r\n${content}` } };
}

/** What the cache did, out of a Cache-Status field (RFC 9211). */

export interface CacheView {
  readonly kind: 'hit' | 'stale' | 'miss' | 'shared' | 'none';
  readonly label: string;
  /** What it means, in a sentence. */
  readonly meaning: string;
}

export function readCacheStatus(field: string | undefined): CacheView {
  const marks = (field ?? '').split(';').map((mark) => mark.trim());
  const ttl = Number(marks.find((mark) => mark.startsWith('ttl='))?.slice(4));
  if (field === undefined || field === '')
    return { kind: 'none', label: 'not cached', meaning: 'This operation is never answered from the cache.' };
  if (marks.some((mark) => mark.startsWith('detail=stale')))
    return {
      kind: 'stale',
      label: 'stale',
      meaning: marks.includes('detail=stale-if-error')
        ? 'The upstream fails: the last good answer stands in.'
        : 'An older answer, while a new one is fetched.',
    };
  if (marks.includes('hit')) return { kind: 'hit', label: 'hit', meaning: `From the cache, fresh for ${ttl} s.` };
  if (marks.includes('collapsed'))
    return { kind: 'shared', label: 'shared', meaning: 'Waited for a call that another request had made.' };
  const why = marks.includes('fwd=request') ? 'as you asked' : 'nothing fresh was stored';
  return { kind: 'miss', label: 'miss', meaning: `From the upstream: ${why}.` };
}

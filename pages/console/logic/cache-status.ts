/** Parses the Cache-Status header (RFC 9211). */

export interface CacheView {
  readonly kind: 'hit' | 'stale' | 'miss' | 'shared' | 'none';
  readonly label: string;
  /** One sentence. */
  readonly meaning: string;
}

export function parseCacheStatus(header: string | undefined): CacheView {
  const parameters = (header ?? '').split(';').map((parameter) => parameter.trim());
  const ttl = Number(parameters.find((parameter) => parameter.startsWith('ttl='))?.slice(4));
  if (header === undefined || header === '')
    return { kind: 'none', label: 'not cached', meaning: 'Responses of this operation are not cached.' };
  if (parameters.some((parameter) => parameter.startsWith('detail=stale')))
    return {
      kind: 'stale',
      label: 'stale',
      meaning: parameters.includes('detail=stale-if-error')
        ? 'The service fails: this is the last valid response.'
        : 'An older response, served while a new one is fetched.',
    };
  if (parameters.includes('hit')) return { kind: 'hit', label: 'hit', meaning: `From the cache, fresh for ${ttl} s.` };
  if (parameters.includes('collapsed'))
    return { kind: 'shared', label: 'shared', meaning: 'Shared the call of another request.' };
  const why = parameters.includes('fwd=request') ? 'you bypassed the cache' : 'no fresh response was stored';
  return { kind: 'miss', label: 'miss', meaning: `From the service: ${why}.` };
}

/** Parses the Cache-Status header (RFC 9211). */

/** Returns what the cache did: its kind, a word for it, and one sentence. */
export function parseCacheStatus(header: string | undefined) {
  const parameters = (header ?? '').split(';').map((parameter) => parameter.trim());
  const ttl = Number(parameters.find((parameter) => parameter.startsWith('ttl='))?.slice(4));
  if (header === undefined || header === '')
    return { kind: 'none', label: 'not cached', meaning: 'Responses of this operation are not cached.' } as const;
  if (parameters.some((parameter) => parameter.startsWith('detail=stale')))
    return {
      kind: 'stale',
      label: 'stale',
      meaning: parameters.includes('detail=stale-if-error')
        ? 'The service fails: this is the last valid response.'
        : 'An older response, served while a new one is fetched.',
    } as const;
  if (parameters.includes('hit'))
    return { kind: 'hit', label: 'hit', meaning: `From the cache, fresh for ${ttl} s.` } as const;
  if (parameters.includes('collapsed'))
    return { kind: 'shared', label: 'shared', meaning: 'Shared the call of another request.' } as const;
  const why = parameters.includes('fwd=request') ? 'you bypassed the cache' : 'no fresh response was stored';
  return { kind: 'miss', label: 'miss', meaning: `From the service: ${why}.` } as const;
}

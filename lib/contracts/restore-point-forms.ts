/** Forms of a restore-point search that its cache compares by. */

/** Answers a valid search with its units in order, each once, and its instants as epoch milliseconds; all else stays. */
export function toCanonicalSearch(content: unknown): unknown {
  const { protectionUnitIds, protectionTimePeriod, ...rest } = content as {
    protectionUnitIds: string[];
    protectionTimePeriod: Record<string, unknown>;
  };
  const { startDateTime, endDateTime, ...others } = protectionTimePeriod;
  return {
    ...rest,
    protectionUnitIds: [...new Set(protectionUnitIds)].sort(),
    protectionTimePeriod: { ...others, startDateTime: toInstant(startDateTime), endDateTime: toInstant(endDateTime) },
  };
}

/** Answers the epoch milliseconds at which the first restore point of a result expires, or undefined when none says so. */
export function toEarliestExpiration(content: unknown): number | undefined {
  const { searchResults } = content as { searchResults: { restorePoint?: { expirationDateTime?: unknown } }[] };
  const instants = searchResults
    .map((result) => toInstant(result?.restorePoint?.expirationDateTime))
    .filter((at) => typeof at === 'number');
  return instants.length === 0 ? undefined : Math.min(...instants);
}

/** What is no instant is compared as it stands. */
function toInstant(value: unknown): unknown {
  const instant = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(instant) ? value : instant;
}

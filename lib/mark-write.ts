/** A write's way: when it has changed a resource, or may have, what is stored of the resource is no longer served. Source: P-28. */
import { type FetchedResponse, fetchUpstream } from './fetch-upstream.ts';
import { fillPath } from './http/path.ts';
import { asProblem, Problem } from './http/problem.ts';
import type { RequestContext } from './request-context.ts';
import { type Deadline, withTimeout } from './time/deadline.ts';

/** The response is not kept longer for the table; the marks are written nevertheless. */
const MAX_WAIT_MS = 1_000;

/** Like `fetchUpstream`, for a write or the poll of one. */
export async function fetchWrite(context: RequestContext, deadline: Deadline): Promise<FetchedResponse> {
  try {
    const response = await fetchUpstream(context, deadline);
    await mark(context, deadline);
    return response;
  } catch (error) {
    const { outcome } = asProblem(error);
    if (outcome === 'unknown' || outcome === 'accepted') await mark(context, deadline);
    throw error;
  }
}

async function mark({ operation, services, parsed }: RequestContext, deadline: Deadline): Promise<void> {
  const { baseUrl } = services.upstreams[operation.upstream];
  const marking = services.writeMarks.add(baseUrl, fillPath(operation.path, parsed.params));
  const waitMs = Math.min(MAX_WAIT_MS, deadline.remainingMs());
  await withTimeout(services.clock, marking, waitMs, () => new Problem('upstream_timeout')).catch(() => {});
}

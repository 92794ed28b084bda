/** Returns a caller's own grants: the console offers what they name. Source: C-59. */
import { randomUUID } from 'node:crypto';
import type { RequestMessage, ResponseMessage } from '../http/message.ts';
import { asProblem } from '../http/problem.ts';
import { respond, respondProblem } from '../http/respond.ts';
import type { Services } from '../services.ts';
import type { Page } from './static-pages.ts';

/** Returns the page that lists the caller’s grants. It calls no upstream. */
export function createOwnGrants(services: Services): Page {
  const name = 'showOwnGrants';
  return {
    name,
    route: 'console/me/grants',
    respond: (message) => services.requests.track(showGrants(services, message)),
  };
}

async function showGrants(services: Services, message: RequestMessage): Promise<ResponseMessage> {
  const ids = { requestId: randomUUID(), upstreamRequestId: undefined };
  let isAuthenticated = false;
  try {
    const caller = await services.authenticate(message.header('authorization'));
    isAuthenticated = true;
    services.rateLimit.take(caller);
    await services.policy.refresh();
    const body = JSON.stringify({ value: services.listGrants(caller) });
    return respond({ status: 200, headers: {}, body }, { ...ids, isAuthenticated });
  } catch (error) {
    const failed = { ...ids, isAuthenticated, shape: 'arm', outcome: undefined } as const;
    return respondProblem(asProblem(error), failed, services.clock.wallNow());
  }
}

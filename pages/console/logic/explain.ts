/** Why a request failed: whose fault it is, and what to do. Problems and reasons: docs/observability.md. */
import type { RequestRecord } from './live-rows.ts';

type Side = "the caller's" | "the operators'" | "the service's" | "Frontdesk's";

interface Explanation {
  readonly side: Side;
  readonly advice: string;
}

const NEW_TOKEN: Explanation = { side: "the caller's", advice: 'Sign in again, and send the new token.' };
const FIX: Explanation = { side: "the caller's", advice: 'Change the request.' };
const GRANT: Explanation = { side: "the operators'", advice: 'Ask them to grant it in the access policy.' };
const WAIT: Explanation = { side: "the service's", advice: 'Wait, then try again.' };
const BUSY: Explanation = { side: "Frontdesk's", advice: 'Try again after the time in Retry-After.' };
const SETUP: Explanation = {
  side: "the operators'",
  advice: 'Tell them the request id: npm run doctor names what the deployment lacks.',
};

/** By problem, or by problem and reason where that decides. */
const EXPLANATIONS: Readonly<Record<string, Explanation>> = {
  unauthenticated: { ...NEW_TOKEN, advice: 'Send an access token: Authorization: Bearer …' },
  invalid_token: NEW_TOKEN,
  insufficient_scope: { ...GRANT, advice: 'Ask them to assign the app role, then sign in again.' },
  'insufficient_scope scope': { ...NEW_TOKEN, advice: 'Ask for a token with the scope user_impersonation.' },
  forbidden: GRANT,
  'forbidden resource_in_body': { ...GRANT, advice: 'Name a resource that is granted, or ask them to grant this one.' },
  auth_unavailable: { ...BUSY, side: "the operators'" },
  policy_unavailable: {
    side: "the operators'",
    advice: 'The access policy is not loaded, so nobody is let in. They load it: npm run access -- push.',
  },
  invalid_cursor: { ...FIX, advice: 'Start again from the first page.' },
  invalid_operation_id: { ...FIX, advice: 'Read the resource itself.' },
  route_not_found: { ...FIX, advice: 'Compare method and path with the reference.' },
  precondition_failed: { ...FIX, advice: 'Read it again: it exists, or somebody else has changed it.' },
  throttled: { ...WAIT, advice: 'Wait as long as Retry-After says.' },
  'throttled caller_limit': { ...FIX, advice: 'Send fewer requests: this person is over the limit of Frontdesk.' },
  'throttled upstream_rate': { ...BUSY, advice: 'All callers together are over the limit of Frontdesk. Wait.' },
  overloaded: BUSY,
  circuit_open: { ...WAIT, advice: 'Its calls keep failing, so they are paused. Try again after Retry-After.' },
  identity_unavailable: { ...SETUP, advice: 'The managed identity gives no token. Tell them the request id.' },
  upstream_refused: { ...FIX, advice: "The service's own message says what it refuses. Change the request." },
  upstream_auth: { ...SETUP, advice: "The service refuses Frontdesk's identity. Tell them the request id." },
  upstream_setup: SETUP,
  upstream_unavailable: WAIT,
  upstream_error: WAIT,
  upstream_unreachable: { ...SETUP, advice: 'The network does not reach the service. Tell them the request id.' },
  upstream_invalid_response: { ...WAIT, advice: "Its response cannot be used. Tell its support the service's id." },
  upstream_timeout: { ...WAIT, advice: 'It was too slow. Before you repeat a write, look at what is there.' },
  internal_error: { ...BUSY, advice: 'Tell the operators the request id.' },
};

/** Returns whose fault a failure is and what to do; undefined if nothing failed. */
export function explain({
  problem = '',
  reason = '',
}: Pick<RequestRecord, 'problem' | 'reason'>): Explanation | undefined {
  if (problem === '') return undefined;
  return EXPLANATIONS[`${problem} ${reason}`] ?? EXPLANATIONS[problem] ?? FIX;
}

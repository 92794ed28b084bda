/** The members of a request's record. Source: docs/observability.md. */

/** All members of a record. None holds a body, a token, a secret or free text from the caller. */
export type RecordMembers = {
  /** Incremented when a member changes its meaning. */
  schemaVersion: number;
  /** Arrival of the request: ISO 8601, UTC. */
  time: string;
  requestId: string;
  traceId: string;
  /** Of a part: the request id of its batch. */
  batch?: string;
  operation: string;
  method: string;
  status: number;
  durationMs: number;
  clientRequestId?: string;
  tenant?: string;
  subject?: string;
  client?: string;
  resource?: string;
  audit?: 'sensitive';
  /** What a body names, where the path does not: ids, separated by `/`. */
  targets?: string;
  cache?: string;
  upstreamTries?: number;
  upstreamStatus?: number;
  upstreamRequestId?: string;
  problem?: string;
  /** The cause: our own text, or an error's name and code. */
  reason?: string;
  /** The members that a refused request failed by, each with the rule. */
  invalid?: string;
  outcome?: string;
  /** How the upstream's success differs from the contract: names of missing members. */
  drift?: string;
  /** Milliseconds of each stage, with one decimal; a failed request failed in its last stage. */
  verifyMs?: number;
  accessMs?: number;
  parseMs?: number;
  respondMs?: number;
  /** Waits within the last stage: for the table, the managed identity's token, a place, the upstream, and between its attempts. */
  tableMs?: number;
  tokenMs?: number;
  queueMs?: number;
  upstreamMs?: number;
  pauseMs?: number;
};

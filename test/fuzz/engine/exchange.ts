/** What is sent to Frontdesk, and what happens with it. */
import type { ResponseMessage } from '../../../lib/http/message.ts';
import type { Received } from './upstream.ts';

export type LogLine = Readonly<Record<string, unknown>>;

/** A request's response, and everything that happened with it. */
export interface Exchange {
  readonly requestId: string;
  readonly response: ResponseMessage;
  /** The request's log records. */
  readonly records: readonly LogLine[];
  /** Other log lines at the same time: alerts and metrics. */
  readonly reports: readonly LogLine[];
  /** The upstream calls, in order. */
  readonly received: readonly Received[];
}

/** One request that is authorized and valid, with everything that serving it takes. */
import type { AccessScope } from './auth/authorize.ts';
import type { Caller } from './auth/caller.ts';
import type { CompiledOperation } from './compile-operation.ts';
import type { CacheRequestDirectives } from './http/conditional.ts';
import type { ParsedRequest } from './http/parse-request.ts';
import type { RequestRecord } from './observability/request-record.ts';
import type { Services } from './services.ts';
import type { Deadline } from './time/deadline.ts';

export interface RequestContext {
  readonly operation: CompiledOperation;
  readonly services: Services;
  readonly record: RequestRecord;
  readonly deadline: Deadline;
  readonly caller: Caller;
  readonly accessScope: AccessScope;
  /** The caller's correlation id, or our own request id. */
  readonly clientRequestId: string;
  /** With the upstream's page token in place of ours. */
  readonly parsed: ParsedRequest;
  readonly directives: CacheRequestDirectives;
}

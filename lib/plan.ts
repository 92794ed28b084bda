/** What serving an operation needs, worked out once at the start from its definition. */
import { annotatedPaths } from './contracts/annotated-paths.ts';
import { requiredMembers } from './contracts/required-members.ts';
import { isSecretName } from './contracts/secret-names.ts';
import { type JsonRules, toDropRules } from './http/edit-json.ts';
import type { RequestRules } from './http/parse-request.ts';
import type { CloudOperation } from './operation.ts';
import type { ResponseRules } from './upstream/accept-response.ts';
import type { ComposeRules } from './upstream/compose-request.ts';

export interface Plan {
  readonly operation: CloudOperation;
  /** What the operation acts on, as a template. */
  readonly resource: string;
  readonly request: RequestRules;
  readonly compose: ComposeRules;
  readonly answer: ResponseRules;
  /** Cuts secrets out of an answer, where it may hold any. */
  readonly withhold?: JsonRules;
}

/** Secrets go by their names, known kinds and unknown ones alike; a resource's tags are the caller's own words. */
const WITHHOLD: JsonRules = { dropMembersNamed: isSecretName, members: new Map([['tags', { keep: true }]]) };

/** Answers the plan of an operation. */
export function toPlan(operation: CloudOperation): Plan {
  const { request } = operation;
  const responses = Object.entries(operation.responses).map(
    ([status, body]) => [Number(status), body && requiredMembers(body)] as const,
  );
  return {
    operation,
    resource: operation.access.resource ?? operation.path,
    request,
    compose: {
      method: operation.method,
      path: operation.path,
      dropFromRequest: request.body ? toDropRules(annotatedPaths(request.body, 'readOnly')) : {},
    },
    answer: {
      responses: new Map(responses),
      relayed403Codes: operation.relayed403Codes ?? [],
      isWrite: operation.attempts.idempotency !== 'safe',
    },
    ...(operation.redactsSecrets ? { withhold: WITHHOLD } : {}),
  };
}

/** Scripted faults: what a matching call to an emulated server gets instead of, or on top of, the normal response. */
import * as z from 'zod';

const bytes = z.int().min(0);
const ms = z.int().min(0);
const processed = z.boolean().optional();
const contentType = z.string().optional();
const headers = z.record(z.string(), z.string());

/**
 * `bytes` are sizes, `ms` are times. `processed: true` executes the call before the fault hides its response.
 * Kinds without `processed` delay, cut or change the normal response, so the call is always executed.
 */
const faultSchema = z.discriminatedUnion('kind', [
  /** This status. A body that is not a string is sent as JSON. */
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(200).max(599),
    headers: headers.optional(),
    body: z.json().optional(),
    contentType,
    processed,
  }),
  /** The normal response, `ms` later. */
  z.strictObject({ kind: z.literal('delay'), ms }),
  /** No response. */
  z.strictObject({ kind: z.literal('hang'), processed }),
  /** TCP RST before the first header. */
  z.strictObject({ kind: z.literal('reset'), processed }),
  /** TCP RST after `bytes` of the normal body. */
  z.strictObject({ kind: z.literal('reset-mid-body'), bytes }),
  /** FIN after `bytes` of the normal body, before its Content-Length. */
  z.strictObject({ kind: z.literal('truncate'), bytes }),
  /** The normal body, `bytes` every `ms`. */
  z.strictObject({ kind: z.literal('drip'), bytes: bytes.min(1), ms }),
  /** 200 with this text; JSON that breaks off when absent. */
  z.strictObject({ kind: z.literal('malformed'), text: z.string().optional(), contentType, processed }),
  /** 200 with the sign-in page of a captive portal. */
  z.strictObject({ kind: z.literal('html'), processed }),
  /** 200 with a JSON string of this length. `chunked` omits the Content-Length. */
  z.strictObject({ kind: z.literal('big'), bytes, chunked: z.boolean().optional(), processed }),
  /** 200 with a compressed JSON string that inflates to this length. */
  z.strictObject({ kind: z.literal('gzip-bomb'), bytes, processed }),
  /** The normal response with these headers, which replace those of the same name. */
  z.strictObject({ kind: z.literal('headers'), headers }),
  /** The normal response with these header lines, each value on its own, in place of those of the same name. */
  z.strictObject({ kind: z.literal('repeat'), headers: z.record(z.string(), z.array(z.string())) }),
  /** The normal response with this JSON Merge Patch (RFC 7396) applied: null removes a member. */
  z.strictObject({ kind: z.literal('patch'), body: z.record(z.string(), z.json()) }),
]);

export type Fault = z.infer<typeof faultSchema>;

export type FaultHeaders = z.infer<typeof headers>;

/** Returns the schema of a rule for these APIs: which calls get a fault. A mistyped rule would never apply, so it is refused. */
export function createRuleSchema(apis: readonly string[]) {
  const rule = z.strictObject({
    api: z.enum(apis).optional(),
    method: z.string().optional(),
    /** Substring of the path with its query. */
    path: z.string().optional(),
    /** Number of calls that get the fault: 1, or all in the time of `forMs`. */
    times: z.int().min(1).optional(),
    /** The rule ends after this time, however many calls got the fault. */
    forMs: ms.min(1).optional(),
    /** Number of matching calls that pass first. */
    after: z.int().min(0).default(0),
    fault: faultSchema,
  });
  return rule.transform((given) => ({ ...given, times: given.times ?? (given.forMs ? Number.MAX_SAFE_INTEGER : 1) }));
}

type FaultRule = z.infer<ReturnType<typeof createRuleSchema>>;

/** Fault rules in the order they were added, with their remaining counts; the first that matches applies. */
export class FaultQueue {
  #rules: readonly (FaultRule & { readonly endsAt: number })[] = [];

  /** Those that calls can still match; `forMs` is the time that is left. */
  get rules(): readonly FaultRule[] {
    const leftMs = (endsAt: number) => Math.ceil(endsAt - performance.now());
    return this.#listActive().map(({ endsAt, ...rule }) => (rule.forMs ? { ...rule, forMs: leftMs(endsAt) } : rule));
  }

  add(rule: FaultRule): void {
    this.#rules = [...this.#rules, { ...rule, endsAt: performance.now() + (rule.forMs ?? Number.POSITIVE_INFINITY) }];
  }

  clear(): void {
    this.#rules = [];
  }

  /** Returns the fault for a call and counts it as used. */
  take(call: { readonly api: string; readonly method: string; readonly path: string }): Fault | undefined {
    for (const rule of this.#listActive().filter((candidate) => isMatch(candidate, call))) {
      if (rule.after > 0) {
        rule.after -= 1;
        continue;
      }
      rule.times -= 1;
      return rule.fault;
    }
    return undefined;
  }

  /** Drops the rules that ended. */
  #listActive() {
    const now = performance.now();
    this.#rules = this.#rules.filter(({ times, endsAt }) => times > 0 && endsAt > now);
    return this.#rules;
  }
}

function isMatch(rule: FaultRule, { api, method, path }: Parameters<FaultQueue['take']>[0]): boolean {
  return (rule.api ?? api) === api && (rule.method ?? method) === method && path.includes(rule.path ?? '');
}

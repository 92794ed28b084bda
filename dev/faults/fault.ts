/** Scripted faults: what a matching call to an emulated server gets instead of, or on top of, the normal response. */
import * as z from 'zod';

const bytes = z.int().min(0);
const ms = z.int().min(0);
const processed = z.boolean().optional();
const contentType = z.string().optional();
const headers = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

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
  /** The normal response with this JSON Merge Patch (RFC 7396) applied: null removes a member. */
  z.strictObject({ kind: z.literal('patch'), body: z.record(z.string(), z.json()) }),
]);

export type Fault = z.infer<typeof faultSchema>;

export type HeaderValues = z.infer<typeof headers>;

/** Which calls get a fault. The upstream emulator's control API calls `target` `api`. */
export interface FaultRule {
  readonly target?: string | undefined;
  readonly method?: string | undefined;
  /** Substring of the path with its query. */
  readonly path?: string | undefined;
  /** Number of calls that get the fault. */
  readonly times: number;
  /** Number of matching calls that pass first. */
  readonly after: number;
  readonly fault: Fault;
}

interface Call {
  readonly target: string;
  readonly method: string;
  readonly path: string;
}

/** Describes a control API: its name for the target, and the targets it has. */
export interface FaultTargets {
  readonly member: 'api' | 'target';
  readonly names: readonly string[];
}

/** Parses a rule sent to a control API. Throws a TypeError that names every mistake: a mistyped rule would never apply. */
export function parseFaultRule(value: unknown, { member, names }: FaultTargets): FaultRule {
  const parsed = z
    .strictObject({
      [member]: z.enum(names).optional(),
      method: z.string().optional(),
      path: z.string().optional(),
      times: z.int().min(1).default(1),
      after: z.int().min(0).default(0),
      fault: faultSchema,
    })
    .safeParse(value);
  if (!parsed.success) throw new TypeError(z.prettifyError(parsed.error));
  const { [member]: target, ...rule } = parsed.data as Omit<FaultRule, 'target'> & Partial<Record<string, string>>;
  return { ...rule, target };
}

/** Returns a rule as its control API names it. */
export function formatFaultRule({ target, ...rule }: FaultRule, { member }: FaultTargets): object {
  return { [member]: target, ...rule };
}

/** Fault rules in the order they were added; the first that matches applies. */
export class FaultQueue {
  #rules: (FaultRule & { times: number; after: number })[] = [];

  add(rule: FaultRule): void {
    this.#rules.push({ ...rule });
  }

  /** Returns the fault for a call and counts it as used. */
  take(call: Call): Fault | undefined {
    for (const rule of this.#rules.filter((candidate) => isMatch(candidate, call))) {
      if (rule.after > 0) {
        rule.after -= 1;
        continue;
      }
      rule.times -= 1;
      this.#rules = this.#rules.filter(({ times }) => times > 0);
      return rule.fault;
    }
    return undefined;
  }

  /** Returns the remaining rules with their remaining counts. */
  list(): readonly FaultRule[] {
    return this.#rules;
  }

  clear(): void {
    this.#rules = [];
  }
}

function isMatch(rule: FaultRule, { target, method, path }: Call): boolean {
  return (rule.target ?? target) === target && (rule.method ?? method) === method && path.includes(rule.path ?? '');
}

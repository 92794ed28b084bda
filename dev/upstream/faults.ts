/** Scripted faults: what the next calls that match meet instead of, or after, the normal answer. */
import { type ApiName, apiNames } from './calls.ts';
import { asObject, isObject, type Json, type JsonObject } from './json.ts';

/**
 * Sizes are bytes, times milliseconds. `processed` says whether the call takes effect before the fault
 * strikes; it does not where the answer is only delayed, cut or changed: there the call is always processed.
 */
export type Fault =
  /** Answers this status; a body that is no text goes as JSON. */
  | { kind: 'status'; status: number; headers?: FieldValues; body?: Json; contentType?: string; processed?: boolean }
  /** The normal answer, later. */
  | { kind: 'delay'; ms: number }
  /** No answer at all. */
  | { kind: 'hang'; processed?: boolean }
  /** TCP RST before the first header. */
  | { kind: 'reset'; processed?: boolean }
  /** TCP RST after this much of the normal body. */
  | { kind: 'reset-mid-body'; bytes: number }
  /** FIN after this much of the normal body, before its Content-Length. */
  | { kind: 'truncate'; bytes: number }
  /** The normal body, `bytes` at a time. */
  | { kind: 'drip'; bytes: number; ms: number }
  /** 200 with this text. */
  | { kind: 'malformed'; text: string; contentType?: string; processed?: boolean }
  /** 200 with a JSON string of this length; `chunked` hides the length. */
  | { kind: 'big'; bytes: number; chunked?: boolean; processed?: boolean }
  /** 200 with a JSON string that inflates to this length. */
  | { kind: 'gzip-bomb'; bytes: number; processed?: boolean }
  /** The normal answer with these fields over its own. */
  | { kind: 'headers'; headers: FieldValues }
  /** The normal answer with this JSON Merge Patch (RFC 7396) applied: null removes a member. */
  | { kind: 'patch'; body: JsonObject };

export type FieldValues = { readonly [name: string]: string | readonly string[] };

export interface FaultRule {
  readonly api?: ApiName;
  readonly method?: string;
  /** Stands somewhere in the path or the query. */
  readonly path?: string;
  /** How many calls meet the fault; 1 when absent. */
  readonly times?: number;
  /** How many matching calls pass before. */
  readonly after?: number;
  readonly fault: Fault;
}

/** What a rule is matched with. */
interface Target {
  readonly api: ApiName;
  readonly method: string;
  readonly path: string;
}

/** Rules in the order they were queued; the first that matches strikes. */
export interface FaultQueue {
  add(rule: FaultRule): void;
  /** Answers the fault that a call meets, and counts it. */
  take(target: Target): Fault | undefined;
  /** Answers what is still to strike, with how often. */
  list(): readonly FaultRule[];
  clear(): void;
}

export function createFaultQueue(): FaultQueue {
  let rules: (FaultRule & { times: number; after: number })[] = [];
  return {
    add: (rule) => rules.push({ times: 1, after: 0, ...rule }),
    take(target) {
      for (const rule of rules.filter((candidate) => isMatch(candidate, target))) {
        if (rule.after > 0) {
          rule.after -= 1;
          continue;
        }
        rule.times -= 1;
        rules = rules.filter(({ times }) => times > 0);
        return rule.fault;
      }
      return undefined;
    },
    list: () => rules,
    clear() {
      rules = [];
    },
  };
}

function isMatch(rule: FaultRule, { api, method, path }: Target): boolean {
  return (rule.api ?? api) === api && (rule.method ?? method) === method && path.includes(rule.path ?? '');
}

type MemberType = 'number' | 'string' | 'boolean' | 'object' | 'any';

/** The members of each kind; a name that ends in `?` may be absent. */
const members: Readonly<Record<Fault['kind'], Readonly<Record<string, MemberType>>>> = {
  status: { status: 'number', 'headers?': 'object', 'body?': 'any', 'contentType?': 'string', 'processed?': 'boolean' },
  delay: { ms: 'number' },
  hang: { 'processed?': 'boolean' },
  reset: { 'processed?': 'boolean' },
  'reset-mid-body': { bytes: 'number' },
  truncate: { bytes: 'number' },
  drip: { bytes: 'number', ms: 'number' },
  malformed: { text: 'string', 'contentType?': 'string', 'processed?': 'boolean' },
  big: { bytes: 'number', 'chunked?': 'boolean', 'processed?': 'boolean' },
  'gzip-bomb': { bytes: 'number', 'processed?': 'boolean' },
  headers: { headers: 'object' },
  patch: { body: 'object' },
};

const ruleMembers = {
  'api?': 'string',
  'method?': 'string',
  'path?': 'string',
  'times?': 'number',
  'after?': 'number',
  fault: 'object',
} as const;

/** Reads a rule that a test sent; throws a TypeError that says what is wrong with it: a fault that never strikes hides a bug. */
export function parseFaultRule(value: Json | undefined): FaultRule {
  if (!isObject(value)) throw new TypeError('a fault rule is a JSON object');
  checkMembers('rule', value, ruleMembers);
  if (value['api'] !== undefined && !apiNames.some((name) => name === value['api'])) {
    throw new TypeError(`api is one of ${apiNames.join(', ')}`);
  }
  const { kind, ...options } = asObject(value['fault']);
  if (typeof kind !== 'string' || !Object.hasOwn(members, kind)) {
    throw new TypeError(`fault.kind is one of ${Object.keys(members).join(', ')}`);
  }
  checkMembers(`fault ${kind}`, options, members[kind as Fault['kind']]);
  const status = Number(options['status'] ?? 200);
  if (status < 200 || status > 599) throw new TypeError('fault.status is 200 to 599');
  return value as unknown as FaultRule;
}

function checkMembers(what: string, value: JsonObject, types: Readonly<Record<string, MemberType>>): void {
  for (const [key, type] of Object.entries(types)) {
    const name = key.replace('?', '');
    const member = value[name];
    if (member === undefined && key !== name) continue;
    const fits = type === 'object' ? isObject(member) : type === 'any' || typeof member === type;
    if (!fits) throw new TypeError(`${what}: ${name} is of type ${type}`);
  }
  const unknown = Object.keys(value).find((name) => !(name in types) && !(`${name}?` in types));
  if (unknown !== undefined) throw new TypeError(`${what}: ${unknown} is unknown`);
}

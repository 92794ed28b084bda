import type { Fault, FaultRule } from './fault.ts';

/** What a rule is matched against. */
interface Call {
  readonly target: string;
  readonly method: string;
  readonly path: string;
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

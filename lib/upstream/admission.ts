/** Decides whether a call may be sent to an upstream now. Reads and writes have separate limits and separate state. */
import type { Clock } from '../time/clock.ts';
import type { Deadline } from '../time/deadline.ts';
import { type AdmissionStats, KindAdmission, type Permit, type Quota } from './kind-admission.ts';
import type { CallKind, UpstreamLimits } from './limits.ts';
import { RetryBudget } from './retry.ts';

export class AdmissionControl {
  readonly retryBudget = new RetryBudget();
  readonly #controls: Readonly<Record<CallKind, KindAdmission>>;

  /** `limits` is called at each use: a change keeps breakers, gates and queues. */
  constructor(limits: () => UpstreamLimits, clock: Clock) {
    this.#controls = {
      read: new KindAdmission('read', limits, clock),
      write: new KindAdmission('write', limits, clock),
    };
  }

  /** @throws Problem `circuit_open`, `throttled` or `overloaded`, each with Retry-After. */
  admit(quota: Quota, deadline: Deadline): Promise<Permit> {
    return this.#controls[quota.kind].admit(quota, deadline);
  }

  isHealthy({ kind, operation }: Quota): boolean {
    return this.#controls[kind].isHealthy(operation);
  }

  /** Resets `quotaLeft`. */
  collectStats(): readonly AdmissionStats[] {
    return [this.#controls.read.collectStats(), this.#controls.write.collectStats()];
  }
}

/** Where the policy in force comes from: a setting, a file, or table storage (table-policy.ts). */
import { readFileSync, statSync } from 'node:fs';
import type { Alert } from '../observability/alerts.ts';
import type { Log } from '../observability/request-record.ts';
import type { Clock } from '../time/clock.ts';
import { loadDocument, type PolicyDocument } from './document.ts';

export interface PolicySource {
  /** Looks for a change where that is due. Waits for it only if the policy in force may be too old, or there is none. Never rejects. */
  refresh(): Promise<void>;
  /** Returns the policy in force. @throws Problem `policy_unavailable` until there is one. */
  current(): PolicyDocument;
  /** Returns the limits of the policy in force; those that it has not are the settings'. */
  limits(): NonNullable<PolicyDocument['limits']>;
  close(): Promise<void>;
}

export interface PolicyDependencies {
  readonly clock: Clock;
  /** Gets `policy_invalid` and `policy_unavailable`, as long as it is so. */
  readonly alert: Alert;
  readonly report: Log;
}

/** Returns what follows `table:`, valid or not, or undefined for another setting. */
export function readTableName(setting: string): string | undefined {
  return /^table:(.*)$/s.exec(setting)?.[1];
}

/** A changed file takes effect within a second; if it is invalid the last valid policy stays. @throws Error if the first one is missing or invalid. */
export function loadPolicy(setting: string, { clock, alert }: Omit<PolicyDependencies, 'report'>): PolicySource {
  const current = setting.startsWith('{') ? keep(loadDocument(setting)) : watchFile(setting, clock, alert);
  return { refresh: async () => {}, current, limits: () => current().limits ?? {}, close: async () => {} };
}

function keep(policy: PolicyDocument): () => PolicyDocument {
  return () => policy;
}

function watchFile(path: string, clock: Clock, alert: Alert): () => PolicyDocument {
  const file = new PolicyFile(path, clock, alert);
  return () => file.current();
}

const CHECK_INTERVAL_MS = 1_000;

class PolicyFile {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #alert: Alert;
  #policy: PolicyDocument;
  /** Undefined while the file is not valid: it is read, and reported, again. */
  #version: string | undefined;
  #checkedAt: number;

  constructor(path: string, clock: Clock, alert: Alert) {
    this.#path = path;
    this.#clock = clock;
    this.#alert = alert;
    this.#policy = readPolicy(path);
    this.#version = readVersion(path);
    this.#checkedAt = clock.monotonicNow();
  }

  current(): PolicyDocument {
    if (this.#clock.monotonicNow() - this.#checkedAt >= CHECK_INTERVAL_MS) {
      this.#checkedAt = this.#clock.monotonicNow();
      this.#reload();
    }
    return this.#policy;
  }

  #reload(): void {
    try {
      const version = readVersion(this.#path);
      if (version === this.#version) return;
      this.#version = undefined;
      this.#policy = readPolicy(this.#path);
      this.#version = version;
    } catch (error) {
      this.#alert('policy_invalid', 'file', error);
    }
  }
}

function readPolicy(path: string): PolicyDocument {
  return loadDocument(String(readFileSync(path)));
}

function readVersion(path: string): string {
  const { mtimeMs, size, ino } = statSync(path);
  return `${mtimeMs} ${size} ${ino}`;
}

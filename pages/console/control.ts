/** Control API of the local stack: request records, faults, sample names. The console also works without it. */
import { signal } from '@preact/signals';
import { config } from './context.ts';
import type { Person, RequestRecord } from './logic/live-rows.ts';

export interface FaultRule {
  readonly api?: string;
  readonly times: number;
  /** It ends after this time; as listed, what is left of it. */
  readonly forMs?: number;
  readonly fault: { readonly kind: string; readonly [member: string]: unknown };
}

export interface Sample {
  readonly id: string;
  readonly name: string;
}

export interface Samples {
  /** What faults name, and how people do. */
  readonly services: readonly (readonly [api: string, title: string])[];
  readonly subscriptions: readonly Sample[];
  /** Resource groups, and resources in them. */
  readonly paths: readonly string[];
  readonly protectionUnits: readonly Sample[];
  readonly companies: readonly (Sample & {
    readonly customers: readonly Sample[];
    readonly items: readonly Sample[];
  })[];
}

const POLL_MS = 1000;
const TIMEOUT_MS = 3000;
const MAX_RECORDS = 200;

/** Newest first. */
export const records = signal<readonly RequestRecord[]>([]);
export const faults = signal<readonly FaultRule[]>([]);
export const people = signal<readonly Person[]>([]);
export const samples = signal<Samples>({
  services: [],
  subscriptions: [],
  paths: [],
  protectionUnits: [],
  companies: [],
});
/** Whether the local stack responds; undefined if there is none. */
export const isConnected = signal<boolean | undefined>(undefined);

/** Loads users and samples once, then records and faults every second while the page is visible. */
export async function connectControl(): Promise<void> {
  const { controlUrl, authority } = config.value;
  if (controlUrl === undefined) return;
  isConnected.value = false;
  setInterval(() => document.hidden || void poll(controlUrl), POLL_MS);
  await Promise.all([
    poll(controlUrl),
    loadOnce(`${controlUrl}/samples`, (body: Samples) => {
      samples.value = body;
    }),
    loadOnce(`${new URL(authority).origin}/_control/people`, (body: { people: readonly Person[] }) => {
      people.value = body.people;
    }),
  ]);
}

let isPolling = false;
/** Of the newest record, which may be cleared. */
let lastSequence = 0;

/** Forgets the records until now. */
export function clearRecords(): void {
  records.value = [];
}

/** Polls now instead of at the next second. */
export function refreshControl(): void {
  const { controlUrl } = config.value;
  if (controlUrl !== undefined && !isPolling) void poll(controlUrl);
}

async function poll(controlUrl: string): Promise<void> {
  isPolling = true;
  const after = lastSequence;
  const loaded = await Promise.all([
    load(`${controlUrl}/records?after=${after}`, (body: { records: readonly RequestRecord[]; last: number }) => {
      // The stack was restarted: sequence numbers start again.
      if (body.last < after) {
        records.value = [];
        lastSequence = 0;
      }
      const fresh = body.records.filter(({ sequence }) => sequence > lastSequence);
      lastSequence = Math.max(lastSequence, body.last);
      if (fresh.length > 0) records.value = [...fresh.toReversed(), ...records.value].slice(0, MAX_RECORDS);
    }),
    load(`${controlUrl}/faults`, (body: { faults: readonly FaultRule[] }) => {
      if (JSON.stringify(body.faults) !== JSON.stringify(faults.value)) faults.value = body.faults;
    }),
  ]);
  isConnected.value = loaded.every(Boolean);
  isPolling = false;
}

/** Returns whether it succeeded: this data is optional, so it does not throw. */
async function load<Body>(url: string, apply: (body: Body) => void): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) apply(await response.json());
    return response.ok;
  } catch {
    return false;
  }
}

/** Loads what does not change; tries again until it is there, also after the returned promise. */
async function loadOnce<Body>(url: string, apply: (body: Body) => void): Promise<void> {
  if (!(await load(url, apply))) setTimeout(() => void loadOnce(url, apply), POLL_MS);
}

/** Injects a fault. @throws {Error} If the local stack rejects it. */
export async function addFault(rule: FaultRule): Promise<void> {
  const { controlUrl = '' } = config.value;
  const response = await fetch(`${controlUrl}/faults`, { method: 'POST', body: JSON.stringify(rule) });
  if (!response.ok) throw new Error(`The local stack rejected the fault (${response.status}).`);
  await poll(controlUrl);
}

export async function clearFaults(): Promise<void> {
  const { controlUrl = '' } = config.value;
  await fetch(`${controlUrl}/faults`, { method: 'DELETE' });
  await poll(controlUrl);
}

/** The control of the local stack: records of requests, scripted faults, names to choose from. Without it the console goes without. */
import { signal } from '@preact/signals';
import type { Config } from './config.ts';
import type { Person, RequestRecord } from './logic/live-rows.ts';

export interface FaultRule {
  readonly api?: string;
  readonly times: number;
  readonly fault: { readonly kind: string; readonly [member: string]: unknown };
}

export interface Sample {
  readonly id: string;
  readonly name: string;
}

export interface Samples {
  readonly subscriptions: readonly Sample[];
  readonly resourceGroup: string;
  readonly resources: readonly Sample[];
  readonly protectionUnits: readonly Sample[];
  readonly restoreSessions: readonly Sample[];
  readonly companies: readonly (Sample & {
    readonly customers: readonly Sample[];
    readonly items: readonly Sample[];
  })[];
  readonly takenModelId: string;
}

interface RecordsAnswer {
  readonly records: readonly RequestRecord[];
  /** The last sequence number. */
  readonly last: number;
}

const POLL_MS = 1000;
const TIMEOUT_MS = 3000;
const MOST_RECORDS = 200;

/** The newest first. */
export const records = signal<readonly RequestRecord[]>([]);
export const faults = signal<readonly FaultRule[]>([]);
export const people = signal<readonly Person[]>([]);
export const samples = signal<Samples>({
  subscriptions: [],
  resourceGroup: '',
  resources: [],
  protectionUnits: [],
  restoreSessions: [],
  companies: [],
  takenModelId: '',
});
/** Whether the local stack answers; undefined where there is none. */
export const isConnected = signal<boolean | undefined>(undefined);

/** Takes names once, then records and faults every second while the page is seen. */
export async function connectControl({ controlUrl, authority }: Config): Promise<void> {
  if (controlUrl === undefined) return;
  isConnected.value = false;
  setInterval(() => document.hidden || void poll(controlUrl), POLL_MS);
  await Promise.all([
    poll(controlUrl),
    read(`${controlUrl}/samples`, (answer: Samples) => {
      samples.value = answer;
    }),
    read(`${new URL(authority).origin}/_control/people`, (answer: { people: readonly Person[] }) => {
      people.value = answer.people;
    }),
  ]);
}

let isPolling = false;

/** Asks at once instead of within the second. */
export function refreshControl({ controlUrl }: Config): void {
  if (controlUrl !== undefined && !isPolling) void poll(controlUrl);
}

async function poll(controlUrl: string): Promise<void> {
  isPolling = true;
  const after = records.value[0]?.sequence ?? 0;
  const isAnswered = await Promise.all([
    read(`${controlUrl}/records?after=${after}`, (answer: RecordsAnswer) => {
      // The stack was started anew, and counts from the beginning.
      if (answer.last < after) records.value = [];
      const known = records.value[0]?.sequence ?? 0;
      const fresh = answer.records.filter(({ sequence }) => sequence > known);
      if (fresh.length > 0) records.value = [...fresh.toReversed(), ...records.value].slice(0, MOST_RECORDS);
    }),
    read(`${controlUrl}/faults`, (answer: { faults: readonly FaultRule[] }) => {
      if (JSON.stringify(answer.faults) !== JSON.stringify(faults.value)) faults.value = answer.faults;
    }),
  ]);
  isConnected.value = isAnswered.every(Boolean);
  isPolling = false;
}

/** Answers whether it went well: the console works without what this brings. */
async function read<Answer>(url: string, take: (answer: Answer) => void): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) take(await response.json());
    return response.ok;
  } catch {
    return false;
  }
}

/** Scripts a fault; throws where the local stack does not take it. */
export async function addFault({ controlUrl = '' }: Config, rule: FaultRule): Promise<void> {
  const response = await fetch(`${controlUrl}/faults`, { method: 'POST', body: JSON.stringify(rule) });
  if (!response.ok) throw new Error(`The local stack answered ${response.status}.`);
  await poll(controlUrl);
}

export async function clearFaults({ controlUrl = '' }: Config): Promise<void> {
  await fetch(`${controlUrl}/faults`, { method: 'DELETE' });
  await poll(controlUrl);
}

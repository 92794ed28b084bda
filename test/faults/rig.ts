/** Frontdesk with a chaos proxy before each of its edges, and a date that can be moved. */
import dns from 'node:dns';
import { afterAll } from 'vitest';
import { startManagedIdentity } from '../../dev/managed-identity.ts';
import { tenants } from '../../dev/seed.ts';
import { type ApiName, apiNames } from '../../dev/upstream/calls.ts';
import { type ChaosProxy, startChaosProxy } from '../support/chaos-proxy.ts';
import { type Control, controlOf, type ReceivedCall } from '../support/control.ts';
import { type Answer, type Stack, startStack } from '../support/stack.ts';
import { moveDate } from './moving-date.ts';
import type { SampleOperation } from './operations.ts';

export interface RigOptions {
  /** So many times as fast do Frontdesk's times pass; 1 when absent. */
  readonly speed?: number;
  /** Over the rig's own settings. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface Rig {
  readonly stack: Stack;
  readonly speed: number;
  /** What stands before each upstream, the identity endpoint, the JWK Set and the table. */
  readonly wires: Readonly<Record<ApiName | 'identity' | 'keys' | 'table', ChaosProxy>>;
  readonly identity: Control;
  /** Whether names are resolved. */
  readonly resolver: { isDown: boolean };
  /** Moves Frontdesk's clock on by so many seconds of its own. */
  passTime(seconds: number): void;
  /** Sends an operation's request; the mark is found again in what the upstream receives. */
  send(operation: SampleOperation, mark: number): Promise<TimedAnswer>;
  /** What the upstream received of the requests with this mark. */
  callsOf(mark: number): Promise<readonly ReceivedCall[]>;
  /** Takes every fault away, and lets enough time pass for every gate, breaker and budget to forget. */
  calm(): Promise<void>;
  /** Answers a mark that no request has borne yet. */
  nextMark(): number;
}

export interface TimedAnswer extends Answer {
  readonly elapsedMs: number;
}

/** One place an upstream: what is not given back is missed by the very next request. */
const onePlace = JSON.stringify({
  bulkhead: { read: { parallel: 1, queue: 200 }, write: { parallel: 1, queue: 200 } },
  rate: {},
});

const tenYears = 10 * 365 * 86_400;
const forgetful = 3_600;

/** Starts the rig for one test file. */
export async function startRig({ speed = 1, settings = {} }: RigOptions = {}): Promise<Rig> {
  const resolver = resolveLocally();
  const identity = await startManagedIdentity({ port: 0 });
  const [arm, graph, docs, business, identityWire, keys, table] = await Promise.all(
    Array.from({ length: 7 }, startChaosProxy),
  ) as [ChaosProxy, ChaosProxy, ChaosProxy, ChaosProxy, ChaosProxy, ChaosProxy, ChaosProxy];
  const wires = { arm, graph, docs, business, identity: identityWire, keys, table };
  const stack = await startStack({
    settings: {
      CLOCK_SPEED: String(speed),
      IDENTITY_ENDPOINT: `http://127.0.0.1:${identityWire.port}${new URL(identity.endpoint).pathname}`,
      IDENTITY_HEADER: identity.header,
      AUTH_JWKS_URI: `http://127.0.0.1:${keys.port}/common/discovery/v2.0/keys`,
      ARM_BASE_URL: `http://localhost:${arm.port}/arm`,
      BACKUP_RESTORE_BASE_URL: `http://localhost:${graph.port}/graph/v1.0`,
      DOCUMENT_MODELS_ENDPOINT: `http://localhost:${docs.port}/docs`,
      BUSINESS_DATA_BASE_URL: `http://localhost:${business.port}/business/v2.0`,
      ARM_LIMITS: onePlace,
      BACKUP_RESTORE_LIMITS: onePlace,
      DOCUMENT_MODELS_LIMITS: onePlace,
      BUSINESS_DATA_LIMITS: onePlace,
      ...settings,
    },
  });

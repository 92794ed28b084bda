/** Every edge of Frontdesk emulated, a chaos proxy before each, and the settings that lead through them; for a host in any process. */
import accessPolicy from '../../../dev/access-policy.json' with { type: 'json' };
import { toEmulatorSettings } from '../../../dev/emulator-settings.ts';
import { type RunningIssuer, startIssuer } from '../../../dev/issuer.ts';
import { startManagedIdentity } from '../../../dev/managed-identity.ts';
import type { RunningServer } from '../../../dev/server.ts';
import { type RunningTables, startTables } from '../../../dev/tables.ts';
import { startUpstream } from '../../../dev/upstream/index.ts';
import { type ChaosProxy, startChaosProxy } from '../../support/chaos-proxy.ts';
import { type Control, controlOf } from '../../support/control.ts';

const edgeNames = ['arm', 'graph', 'docs', 'business', 'identity', 'keys', 'table'] as const;

type EdgeName = (typeof edgeNames)[number];

export interface Edges {
  readonly issuer: RunningIssuer & Control;
  readonly identity: Control;
  readonly upstream: RunningServer & Control;
  readonly tables: RunningTables;
  readonly wires: Readonly<Record<EdgeName, ChaosProxy>>;
  /** App settings under which Frontdesk finds the edges through the proxies. */
  readonly settings: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Far more than any test asks for: limits have tests of their own. */
const NO_CALLER_LIMIT = JSON.stringify({ perSecond: 1_000_000, burst: 1_000_000 });

/** Starts the edges on free ports. Upstreams are reached by name, so that a resolver has a part in it. */
export async function startEdges(): Promise<Edges> {
  const [issuer, identity, upstream, tables] = await Promise.all([
    startIssuer({ port: 0 }),
    startManagedIdentity({ port: 0 }),
    startUpstream({ port: 0 }),
    startTables({ port: 0 }),
  ]);
  const behind = { identity, keys: issuer, table: tables };
  const started = await Promise.all(edgeNames.map(async (name) => [name, await startChaosProxy()] as const));
  for (const [name, wire] of started)
    wire.target((name in behind ? behind[name as keyof typeof behind] : upstream).port);
  const wires = Object.fromEntries(started) as Record<EdgeName, ChaosProxy>;
  const settings = {
    CLOUD_PROFILE: 'vendor',
    ...toEmulatorSettings({
      issuer,
      identity: { ...identity, endpoint: identity.endpoint.replace(`:${identity.port}`, `:${wires.identity.port}`) },
      upstream,
      tables: { connectionString: tables.connectionString.replace(`:${tables.port}`, `:${wires.table.port}`) },
    }),
    AUTH_JWKS_URI: `http://127.0.0.1:${wires.keys.port}/common/discovery/v2.0/keys`,
    ACCESS_POLICY: JSON.stringify(accessPolicy),
    CALLER_LIMIT: NO_CALLER_LIMIT,
    ARM_BASE_URL: `http://localhost:${wires.arm.port}/arm`,
    BACKUP_RESTORE_BASE_URL: `http://localhost:${wires.graph.port}/graph/v1.0`,
    DOCUMENT_MODELS_ENDPOINT: `http://localhost:${wires.docs.port}/docs`,
    BUSINESS_DATA_BASE_URL: `http://localhost:${wires.business.port}/business/v2.0`,
  };
  return {
    issuer: { ...issuer, ...controlOf(issuer.url) },
    identity: controlOf(identity.url),
    upstream: { ...upstream, ...controlOf(upstream.url) },
    tables,
    wires,
    settings,
    async close() {
      for (const wire of Object.values(wires)) await wire.close();
      for (const server of [upstream, identity, issuer, tables]) await server.close();
    },
  };
}

/** Limits under which an upstream may be asked as often as a test likes, with so many calls at a time. */
export function toLimits(parallel: number): Readonly<Record<string, string>> {
  const places = { parallel, queue: 10_000 };
  const limits = JSON.stringify({ bulkhead: { read: places, write: places }, rate: {} });
  return {
    ARM_LIMITS: limits,
    BACKUP_RESTORE_LIMITS: limits,
    DOCUMENT_MODELS_LIMITS: limits,
    BUSINESS_DATA_LIMITS: limits,
  };
}

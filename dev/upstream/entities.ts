/** What the emulator stores. Routes compose response bodies from these. */
import type { Json, JsonObject } from './json.ts';

/** A resource of the management API as it is returned, without secrets. */
export interface ArmResource {
  readonly etag: string;
  readonly body: JsonObject;
  /** Of a streaming job on its way to another state. */
  readonly move?: JobMove;
}

export interface JobMove {
  readonly to: string;
  /** In emulated epoch milliseconds. */
  readonly endsAt: number;
}

/** A write that takes time. */
export interface PendingOperation {
  /** In emulated epoch milliseconds. */
  readonly endsAt: number;
  readonly isFailed: boolean;
}

/** A health event, without the members that depend on the listed resource (docs/specification.md#health-event). */
export type HealthEvent = {
  readonly name: string;
  readonly createdByType: 'User' | 'Application' | 'ManagedIdentity' | 'Key';
  readonly properties: HealthEventProperties;
};

/** What the emulator reads of it; the seed has every member of the contract. */
export type HealthEventProperties = JsonObject & {
  readonly eventType: string;
  readonly status: 'Active' | 'Resolved';
  readonly isEventSensitive?: boolean;
  readonly impact: readonly EventImpact[];
  readonly lastUpdateTime: string;
};

export type EventImpact = JsonObject & {
  readonly impactedService: string;
  readonly impactedRegions: readonly (JsonObject & { readonly impactedRegion: string })[];
};

export interface ProtectionUnit {
  readonly kind: 'site' | 'drive' | 'mailbox';
  readonly id: string;
  readonly policyId: string;
  /** Members specific to this kind. */
  readonly members: JsonObject;
}

export interface RestorePoint {
  readonly id: string;
  readonly unit: ProtectionUnit;
  readonly protectionDateTime: string;
  readonly expirationDateTime: string;
  readonly tags: 'none' | 'fastRestore';
}

export type SessionStatus = 'draft' | 'activating' | 'active' | 'completed' | 'completedWithError' | 'failed';

/** An entity of the business data API, with its relations by name. */
export interface BusinessEntity {
  readonly etag: string;
  readonly members: JsonObject;
  readonly relations: { readonly [name: string]: Json };
}

export interface Company {
  readonly entity: BusinessEntity;
  readonly customers: ReadonlyMap<string, BusinessEntity>;
  readonly items: ReadonlyMap<string, BusinessEntity>;
}

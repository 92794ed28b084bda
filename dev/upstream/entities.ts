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
  readonly eventLevel: string;
  readonly status: EventStatus;
  readonly title: string;
  readonly summary: string;
  readonly isEventSensitive?: boolean;
  readonly impact: readonly EventImpact[];
  readonly lastUpdateTime: string;
};

type EventStatus = 'Active' | 'Resolved';

export type EventImpact = {
  readonly impactedService: string;
  readonly impactedServiceGuid: string;
  readonly impactedRegions: readonly EventRegion[];
};

export type EventRegion = {
  readonly impactedRegion: string;
  readonly status: EventStatus;
  readonly impactedTenants: readonly string[];
  readonly lastUpdateTime: string;
  readonly updates: readonly {
    readonly summary: string;
    readonly updateDateTime: string;
    readonly eventTags: readonly string[];
  }[];
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

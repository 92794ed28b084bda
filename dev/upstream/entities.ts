/** What the emulator stores. Routes compose response bodies from these. */
import type { Json, JsonObject, Lexical } from './json.ts';

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

export type HealthEventProperties = {
  readonly eventType: EventType;
  readonly eventSubType?: EventSubType;
  readonly eventSource: 'ResourceHealth' | 'ServiceHealth';
  readonly status: EventStatus;
  readonly eventLevel: 'Critical' | 'Error' | 'Warning' | 'Informational';
  readonly level?: 'Critical' | 'Warning';
  readonly title: string;
  readonly summary: string;
  readonly description?: string;
  readonly header?: string;
  readonly article?: { readonly articleContent: string; readonly articleId: string; readonly parameters: JsonObject };
  readonly links?: readonly EventLink[];
  readonly impact: readonly EventImpact[];
  readonly eventTags?: readonly ('Action Recommended' | 'False Positive' | 'Preliminary PIR' | 'Final PIR')[];
  readonly recommendedActions?: {
    readonly message: string;
    readonly actions: readonly { readonly groupId: number; readonly actionText: string }[];
    readonly localeCode: string;
  };
  readonly faqs?: readonly { readonly question: string; readonly answer: string; readonly localeCode: string }[];
  readonly additionalInformation?: { readonly message: string };
  readonly isEventSensitive?: boolean;
  readonly isHIR: boolean;
  readonly hirStage?: string;
  readonly platformInitiated: boolean;
  readonly enableMicrosoftSupport?: boolean;
  readonly enableChatWithUs?: boolean;
  /** 0 (highest) to 23. */
  readonly priority: number;
  readonly impactStartTime: string;
  readonly impactMitigationTime?: string;
  readonly lastUpdateTime: string;
  /** Seconds. */
  readonly duration?: number;
  readonly impactType?: string;
  readonly externalIncidentId?: string;
  readonly reason?: string;
  readonly billingId?: string;
  readonly currencyType?: string;
  readonly oldRate?: Lexical;
  readonly newRate?: Lexical;
};

type EventType =
  | 'ServiceIssue'
  | 'PlannedMaintenance'
  | 'HealthAdvisory'
  | 'RCA'
  | 'EmergingIssues'
  | 'SecurityAdvisory'
  | 'Billing';

export type EventSubType =
  | 'Retirement'
  | 'ForeignExchangeRateChange'
  | 'Underbilling'
  | 'Overbilling'
  | 'PriceChanges'
  | 'TaxChanges'
  | 'MeterIDChanges'
  | 'UnauthorizedPartyAbuse';

type EventStatus = 'Active' | 'Resolved';

type EventLink = {
  readonly type: 'Button' | 'Hyperlink';
  readonly displayText: { readonly value: string; readonly localizedValue: string };
  readonly extensionName: string;
  readonly bladeName: string;
  readonly parameters: JsonObject;
};

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

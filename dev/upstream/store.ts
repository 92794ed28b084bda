/** The emulator's state. A reset restores the seed data. */
import { takenModelId } from '../seed.ts';
import type { ArmResource, Company, HealthEvent, PendingOperation, RestorePoint, SessionStatus } from './entities.ts';
import { seedExamples } from './example-files.ts';
import type { ProfileNames } from './profiles.ts';
import { seedRestorePoints, seedRestoreSessions } from './seed/backup-restore.ts';
import { seedCompanies } from './seed/business-data.ts';
import { seedConsentCodes, seedResources } from './seed/management.ts';

export interface Store {
  /** Resources of the management API by lower-case resource id. */
  resources: Map<string, ArmResource>;
  /** Their ids at the last reset. */
  seeded: ReadonlySet<string>;
  /** Consent codes that were handed to a browser, by lower-case resource id of the authorization. */
  consentCodes: Map<string, string>;
  /** Writes that take time, by id. */
  operations: Map<string, PendingOperation>;
  /** Health events added through the control API, by lower-case resource id. */
  addedEvents: Map<string, readonly HealthEvent[]>;
  restorePoints: readonly RestorePoint[];
  restoreSessions: Map<string, SessionStatus>;
  modelIds: ReadonlySet<string>;
  companies: ReadonlyMap<string, Company>;
}

export function createStore(names: ProfileNames): Store {
  const resources = new Map([...seedExamples(names), ...seedResources(names)]);
  return {
    resources,
    seeded: new Set(resources.keys()),
    consentCodes: seedConsentCodes(names),
    operations: new Map(),
    addedEvents: new Map(),
    restorePoints: seedRestorePoints(new Date()),
    restoreSessions: seedRestoreSessions(),
    modelIds: new Set([takenModelId]),
    companies: seedCompanies(names),
  };
}

/** Restores the seed data. */
export function resetStore(store: Store, names: ProfileNames): void {
  Object.assign(store, createStore(names));
}

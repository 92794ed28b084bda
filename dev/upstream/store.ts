/** The emulator's state: collections that routes read and change, and that a reset fills anew. */

import { takenModelId } from '../seed.ts';
import type { ArmResource, Company, HealthEvent, RestorePoint, SessionStatus } from './entities.ts';
import type { Names } from './names.ts';
import { seedRestorePoints, seedRestoreSessions } from './seed/backup-restore.ts';
import { seedCompanies } from './seed/business-data.ts';

export interface Store {
  /** Resources of the management API by lower-case resource id (public-cloud 1.0, Case). */
  resources: Map<string, ArmResource>;
  /** Health events that were added by the control API, by lower-case resource id. */
  addedEvents: Map<string, readonly HealthEvent[]>;
  restorePoints: readonly RestorePoint[];
  restoreSessions: Map<string, SessionStatus>;
  modelIds: ReadonlySet<string>;
  companies: ReadonlyMap<string, Company>;
}

export function createStore(names: Names): Store {
  return {
    resources: new Map(),
    addedEvents: new Map(),
    restorePoints: seedRestorePoints(new Date()),
    restoreSessions: seedRestoreSessions(),
    modelIds: new Set([takenModelId]),
    companies: seedCompanies(names),
  };
}

/** Puts a store back to its seed data. */
export function resetStore(store: Store, names: Names): void {
  Object.assign(store, createStore(names));
}

import type { Modes } from './modes.ts';
import type { ProfileNames } from './profiles.ts';
import type { Quotas } from './quotas.ts';
import type { Store } from './store.ts';

/** State and options shared by all routes of the emulator. */
export interface Emulation {
  readonly names: ProfileNames;
  readonly store: Store;
  readonly modes: Modes;
  /** Of the management API. */
  readonly quotas: Quotas;
  /** Where login links lead: an address, or a path of the emulator. */
  readonly consentUrl: string;
  /** API key that the document model service accepts instead of a token. */
  readonly documentsKey: string | undefined;
}

import type { Names } from './names.ts';
import type { Store } from './store.ts';

/** What every route of the emulator works on. */
export interface Emulation {
  readonly names: Names;
  readonly store: Store;
  readonly audiences: Audiences;
  /** App id of the managed identity whose tokens are taken. */
  readonly clientId: string;
  /** Key that the document model service takes instead of a token; undefined takes none. */
  readonly documentsKey: string | undefined;
}

/** The audience that each API expects in a token. */
export interface Audiences {
  readonly arm: string;
  readonly graph: string;
  readonly documents: string;
  readonly business: string;
}

/** What the parts of a list page share. */
import type { FrontdeskClient } from '../../../client/src/index.ts';
import { type Answer, call } from '../api.ts';
import { type Json, type Kind, type Names, toInput } from '../logic/kind.ts';
import type { Load } from '../use-load.ts';

export interface Rows {
  readonly rows: readonly Json[];
  readonly next: string | undefined;
}

export interface ListState {
  readonly kind: Kind;
  readonly names: Names;
  readonly service: string;
  readonly list: Load<Rows>;
  /** Puts a row as it is now into the list. */
  readonly change: (row: Json) => void;
}

/** Reads one as a whole. */
export function readOne(state: ListState, client: FrontdeskClient, key: string, signal: AbortSignal): Promise<Answer> {
  const { kind, names } = state;
  const expand: Json = kind.expand === undefined ? {} : { $expand: kind.expand };
  return call(client, kind.read ?? '', { ...toInput(kind, names, key), ...expand }, { signal });
}

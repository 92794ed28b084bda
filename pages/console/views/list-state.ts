/** What the parts of a list page share. */
import { FrontdeskError } from '../../../client/src/index.ts';
import { type Answer, call, client } from '../api.ts';
import { at } from '../logic/changes.ts';
import { type Json, type Kind, toInput } from '../logic/kind.ts';
import type { Names } from '../logic/known-paths.ts';
import { announce } from '../parts/announce.tsx';
import type { Load } from '../parts/load.tsx';
import type { Found, Write } from '../parts/write.tsx';

export interface Rows {
  readonly rows: readonly Json[];
  readonly next: string | undefined;
}

export interface ListState {
  readonly kind: Kind;
  readonly names: Names;
  readonly list: Load<Rows>;
  /** Of a new one: its result is shown after its form is gone. */
  readonly creation: Write;
  /** Puts a row as it is now into the list. */
  readonly change: (row: Json) => void;
}

/** Reads one as a whole. */
export function readOne(state: ListState, key: string, signal: AbortSignal): Promise<Answer> {
  const { kind, names } = state;
  const expand: Json = kind.expand === undefined ? {} : { $expand: kind.expand };
  return call(kind.read ?? '', { ...toInput(kind, names, key), ...expand }, { signal });
}

/** Reads what is there after a write whose outcome is not known. */
export async function lookFor(
  state: ListState,
  key: string,
  { signal, toText }: { readonly signal: AbortSignal; toText(row: Json): string },
): Promise<Found> {
  try {
    const answer = await readOne(state, key, signal);
    return { text: toText(answer.body), answer };
  } catch (error) {
    if (error instanceof FrontdeskError && error.status === 404) return { text: 'Nothing of this name is there.' };
    throw error;
  }
}

/** Follows a write of a job until the service is done with it: its row shows each state on the way. */
export async function followJob(state: ListState, key: string, answer: Answer): Promise<void> {
  if (state.kind.id !== 'streaming-jobs') return;
  const show = async () => {
    const { body } = await readOne(state, key, new AbortController().signal);
    state.change(body);
    return at(body, 'properties.jobState');
  };
  try {
    await show();
    await client.value.wait(answer, { onProgress: () => void show() });
    announce(`${key} is ${await show()}.`);
  } catch (error) {
    announce(`${key}: ${(error as Error).message}`);
  }
}

/** What a picker offers: the pages of a list that are loaded, and the names of what was picked before. */
import { useEffect, useState } from 'preact/hooks';
import { useCall } from '../use-call.ts';

export interface Choice {
  readonly id: string;
  /** Absent if the id is its name. */
  readonly name?: string | undefined;
  readonly detail?: string | undefined;
}

export interface ChoicePage {
  readonly choices: readonly Choice[];
  /** Token of the next page. */
  readonly next: string | undefined;
}

/** A list to pick from. */
export interface Source {
  /** Another key is another list. */
  readonly key: string;
  /** Whether the list itself searches; else only what is loaded is searched. */
  readonly isSearched?: boolean;
  load(query: { search: string; skipToken: string | undefined }, signal: AbortSignal): Promise<ChoicePage>;
}

/** A search waits for the next letter. */
const TYPING_MS = 250;

interface Loaded extends ChoicePage {
  readonly key: string;
  readonly search: string;
}

/** Loads the list when it is opened, and again when another one is wanted. */
export function usePicker(source: Source, search: string, isOpen: boolean) {
  const [loaded, setLoaded] = useState<Loaded | undefined>(undefined);
  const wanted = source.isSearched ? search : '';
  const isCurrent = loaded?.key === source.key && loaded.search === wanted;
  const call = useCall(async (before: Loaded | undefined, signal) => {
    const page = await source.load({ search: wanted, skipToken: before?.next }, signal);
    if (signal.aborted) return;
    rememberNames(page.choices);
    setLoaded({ ...page, key: source.key, search: wanted, choices: [...(before?.choices ?? []), ...page.choices] });
  });
  useEffect(() => {
    // Also if it is opened again: what was written meanwhile is in it then. Until it is loaded the old one is shown.
    if (!isOpen) return;
    const timer = setTimeout(() => call.run(undefined), wanted === '' ? 0 : TYPING_MS);
    return () => clearTimeout(timer);
  }, [isOpen, source.key, wanted]);
  const known = isCurrent ? loaded : undefined;
  return {
    choices: (known?.choices ?? []).filter((choice) => isMatch(choice, search)),
    hasMore: known?.next !== undefined,
    state: call.state,
    loadMore: () => call.run(known),
  };
}

function isMatch({ id, name = '', detail = '' }: Choice, search: string): boolean {
  return `${name} ${detail} ${id}`.toLowerCase().includes(search.trim().toLowerCase());
}

const NAMES_KEY = 'picker.names';
const MAX_NAMES = 200;

function readNames(): Readonly<Record<string, string>> {
  return JSON.parse(sessionStorage.getItem(NAMES_KEY) ?? '{}');
}

/** Keeps the names of this tab's choices, so that an id has its name after a reload. */
function rememberNames(choices: readonly Choice[]): void {
  const fresh = choices.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name] as const]));
  const names = [...Object.entries(readNames()), ...fresh].slice(-MAX_NAMES);
  sessionStorage.setItem(NAMES_KEY, JSON.stringify(Object.fromEntries(names)));
}

export function findName(id: string): string | undefined {
  return readNames()[id];
}

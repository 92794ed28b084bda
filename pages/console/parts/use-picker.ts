/** What a picker offers: recent choices, and the pages of a list that are loaded. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useConsole } from '../context.ts';
import { rememberNames } from '../memory.ts';
import { useCall } from '../use-call.ts';

export interface Choice {
  readonly id: string;
  /** Absent if the id is its name. */
  readonly name?: string | undefined;
  readonly detail?: string | undefined;
  readonly isRecent?: boolean;
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
  /** Offered first, also while the list is loaded or cannot be. */
  readonly recent?: readonly Choice[];
  /** App role that the list needs. */
  readonly role?: string;
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
    choices: mergeChoices(source.recent ?? [], known?.choices ?? []).filter((choice) => isMatch(choice, search)),
    hasMore: known?.next !== undefined,
    state: call.state,
    loadMore: () => call.run(known),
  };
}

/** Recent ones first; the list knows more of them. */
function mergeChoices(recent: readonly Choice[], listed: readonly Choice[]): readonly Choice[] {
  const isAmong = (choices: readonly Choice[], { id }: Choice) =>
    choices.find((each) => each.id.toLowerCase() === id.toLowerCase());
  return [
    ...recent.map((choice) => ({ ...choice, ...isAmong(listed, choice), isRecent: true })),
    ...listed.filter((choice) => !isAmong(recent, choice)),
  ];
}

function isMatch({ id, name = '', detail = '' }: Choice, search: string): boolean {
  return `${name} ${detail} ${id}`.toLowerCase().includes(search.trim().toLowerCase());
}

/**
 * Picks the first of a list if nothing is picked yet: when the field appears, and when its list becomes another one.
 * Returns a function that stops it: the user has chosen.
 */
export function useFirstChoice(
  source: Source,
  value: string,
  onChange: (id: string) => void,
  isWanted: boolean,
): () => void {
  const { user } = useConsole();
  const latest = useRef({ isEmpty: true, key: source.key, onChange });
  latest.current = { isEmpty: isWanted && value === '', key: source.key, onChange };
  /** The list that the user chose from before the effect below ran for it: effects run after the paint. */
  const chosenFrom = useRef<string | undefined>(undefined);
  const running = useRef(new AbortController());
  const isFirst = useRef(true);
  useEffect(() => {
    const { recent: [first] = [], role } = source;
    const mayList = role === undefined || user.roles.includes(role);
    const wait = isFirst.current ? 0 : TYPING_MS;
    isFirst.current = false;
    const hasChosen = chosenFrom.current === source.key;
    chosenFrom.current = undefined;
    if (hasChosen || !latest.current.isEmpty) return;
    if (first) return onChange(first.id);
    if (!mayList) return;
    const controller = new AbortController();
    running.current = controller;
    const fill = async () => {
      if (controller.signal.aborted || !latest.current.isEmpty) return;
      const { choices } = await source.load({ search: '', skipToken: undefined }, controller.signal);
      if (controller.signal.aborted || !choices[0] || !latest.current.isEmpty) return;
      rememberNames(choices);
      latest.current.onChange(choices[0].id);
    };
    // The list says so when it is opened.
    const timer = setTimeout(() => void fill().catch(() => undefined), wait);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [source.key]);
  return useCallback(() => {
    chosenFrom.current = latest.current.key;
    running.current.abort();
  }, []);
}

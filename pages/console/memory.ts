/** What the console remembers for a user: what succeeded last, and names of ids. Signing out deletes it. */
import { signal } from '@preact/signals';
import type { KnownPath } from './logic/known-paths.ts';
import { readStored } from './parts/hooks.ts';

const MAX_RECENT = 40;
const MAX_NAMES = 200;
/** Names of all that was listed in this tab. */
const NAMES_KEY = 'picker.names';

/** Newest first; kept in this browser, for one user. */
export const recent = signal<readonly KnownPath[]>([]);

let recentKey: string | undefined;

/** Reads what is remembered for a user. */
export function openMemory(tenant: string, subject: string): void {
  const key = `frontdesk.recent.${tenant}.${subject}`;
  if (key === recentKey) return;
  recentKey = key;
  recent.value = (readStored(localStorage, key) as readonly KnownPath[] | undefined) ?? [];
}

/** Deletes what is remembered for the user who is signed in. */
export function clearMemory(): void {
  if (recentKey !== undefined) localStorage.removeItem(recentKey);
  recentKey = undefined;
  recent.value = [];
}

export function remember(path: string): void {
  const name = findName(path.slice(path.lastIndexOf('/') + 1));
  store([{ path, ...(name === undefined ? {} : { name }) }, ...listOthers(path)]);
}

/** Of what was deleted. */
export function forget(path: string): void {
  store(listOthers(path));
}

function listOthers(path: string): readonly KnownPath[] {
  return recent.value.filter((each) => each.path.toLowerCase() !== path.toLowerCase());
}

function store(paths: readonly KnownPath[]): void {
  recent.value = paths.slice(0, MAX_RECENT);
  if (recentKey !== undefined) localStorage.setItem(recentKey, JSON.stringify(recent.value));
}

/** Keeps the names of this tab's choices, so that an id has its name after a reload. */
export function rememberNames(choices: readonly { readonly id: string; readonly name?: string | undefined }[]): void {
  const fresh = choices.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name] as const]));
  const names = [...Object.entries(readNames()), ...fresh].slice(-MAX_NAMES);
  sessionStorage.setItem(NAMES_KEY, JSON.stringify(Object.fromEntries(names)));
}

export function findName(id: string): string | undefined {
  return readNames()[id] ?? recent.value.find(({ path }) => path.endsWith(`/${id}`))?.name;
}

function readNames(): Readonly<Record<string, string>> {
  return (readStored(sessionStorage, NAMES_KEY) as Readonly<Record<string, string>> | undefined) ?? {};
}

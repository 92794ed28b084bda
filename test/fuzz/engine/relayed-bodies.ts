/** The bodies that upstreams have returned, as a caller may receive them. Checks responses, cached ones too. */

import { companies } from '../../../dev/seed.ts';
import type { CompiledOperation } from '../../../lib/compile-operation.ts';
import { isSecretName } from '../../../lib/contracts/secret-names.ts';
import { decode, depthOf, type JsonTree, readTree, withoutMembers, writeTree } from './json-tree.ts';
import type { Received } from './upstream.ts';

export interface RelayedBodies {
  /** Adds the body of a received call's response. */
  add(operation: CompiledOperation, received: Received): void;
  /** True if an upstream returned this body, with the same notation of numbers and strings. */
  has(text: string): boolean;
}

/** Deeper bodies are not relayed. */
const MAX_DEPTH = 64;
/** What a link to the next page becomes. */
export const PAGE = '"page"';

/** Links to the next page differ: an upstream's begin with its address, Frontdesk's with its public one. */
export function createRelayedBodies(upstreamUrl: string, publicUrl: string): RelayedBodies {
  const texts = new Set<string>();
  return {
    add(operation, { response }) {
      // A byte order mark in front is not relayed.
      const text = response && response.status < 300 ? response.body.toString().replace(/^\ufeff/, '') : '';
      if (!isJsonObject(text) || depthOf(text) > MAX_DEPTH) return;
      const tree = toRelayed(operation, readTree(text));
      texts.add(writeTree(operation.returnsSecret ? tree : hidePage(tree, `${upstreamUrl}/`)));
    },
    has: (text) => texts.has(writeTree(hidePage(readTree(text), `${publicUrl}/`))),
  };
}

function toRelayed(operation: CompiledOperation, tree: JsonTree): JsonTree {
  if (operation.withheld) return changeList(tree, (events) => events.map(withoutTexts));
  if (operation.access.each) return changeList(withoutOthers(tree), (companies) => companies.filter(isGranted));
  const tags = operation.paged ? 'value/*/tags' : 'tags';
  // Callers choose the names of tags.
  const isRedacted = (name: string, path: readonly string[]) =>
    isSecretName(name) && !path.join('/').startsWith(`${tags}/`);
  return operation.redactRules ? withoutMembers(tree, isRedacted) : tree;
}

const SENSITIVE_TEXTS = [
  'properties/summary',
  'properties/description',
  'properties/impact/*/impactedRegions/*/updates',
];

function changeList(page: JsonTree, change: (elements: readonly JsonTree[]) => readonly JsonTree[]): JsonTree {
  if (page.kind !== 'object') return page;
  const members = page.members.map(({ name, value }) => {
    if (decode(name) !== 'value' || value.kind !== 'array') return { name, value };
    return { name, value: { ...value, elements: change(value.elements) } };
  });
  return { kind: 'object', members };
}

/** Of a filtered list nothing else is relayed. */
function withoutOthers(page: JsonTree): JsonTree {
  if (page.kind !== 'object') return page;
  const kept = ['value', '@odata.nextLink', '@odata.context'];
  return { kind: 'object', members: page.members.filter(({ name }) => kept.includes(decode(name))) };
}

/** A company without an id is nobody's, and the grants name these. */
function isGranted(company: JsonTree): boolean {
  const id: unknown = JSON.parse(writeTree(company))?.id;
  return typeof id === 'string' && `${id.toLowerCase()}/`.startsWith(`${companies.contoso}/`);
}

/** The texts of the sensitive ones are not relayed (C-55). */
function withoutTexts(event: JsonTree): JsonTree {
  const flag: unknown = JSON.parse(writeTree(event))?.properties?.isEventSensitive;
  const isOpen = flag === undefined || flag === null || flag === false;
  return isOpen ? event : withoutMembers(event, (_, path) => SENSITIVE_TEXTS.includes(path.join('/')));
}

function isJsonObject(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

/** Returns the tree without the link to the next page, which begins with `prefix`. Of a name that is there twice the last value counts. */
export function hidePage(tree: JsonTree, prefix: string): JsonTree {
  if (tree.kind !== 'object') return tree;
  const pages = new Map<string, string>();
  for (const { name, value } of tree.members) if (isLinkName(name)) pages.set(decode(name), toPage(value, prefix));
  const members = tree.members.map(({ name, value }) => {
    const page = pages.get(decode(name));
    const isKept = page === undefined || [page, 'null', '""'].includes(writeTree(value));
    return isKept ? { name, value } : { name, value: { kind: 'scalar' as const, text: page } };
  });
  return { kind: 'object', members };
}

const isLinkName = (name: string): boolean => /^(?:@odata\.)?nextLink$/.test(decode(name));

/** Returns what the link becomes. */
function toPage(value: JsonTree, prefix: string): string {
  const text = writeTree(value);
  if (text === 'null' || text === '""') return 'null';
  const link = text.startsWith('"') ? decode(text) : '';
  return link.startsWith(prefix) && /[?&](?:\$|%24)skip(?:token)?=/i.test(link) ? PAGE : text;
}

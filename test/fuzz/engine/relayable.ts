/** What upstreams have said, as a caller may hear it: what the answers that come down, from the cache too, are held against. */

import type { CompiledOperation } from '../../../lib/compile-operation.ts';
import { isSecretName } from '../../../lib/contracts/secret-names.ts';
import { decode, depthOf, type JsonTree, readTree, withoutMembers, writeTree } from './json-tree.ts';
import type { Received } from './upstream.ts';

export interface Relayable {
  note(operation: CompiledOperation, received: Received): void;
  /** Whether the text says what an upstream said, every number and string as it was written. */
  has(text: string): boolean;
}

/** What is nested deeper is not relayed. */
const MAX_DEPTH = 64;
const PAGE = '"page"';

/** The links to a next page differ: an upstream's begin with one address, Frontdesk's with the other. */
export function createRelayable(upstreamUrl: string, publicUrl: string): Relayable {
  const texts = new Set<string>();
  return {
    note(operation, { answer }) {
      const text = answer && answer.status < 300 ? answer.content.toString() : '';
      if (!isJsonObject(text) || depthOf(text) > MAX_DEPTH) return;
      const tree = operation.redactsSecrets ? withoutMembers(readTree(text), isWithheld) : readTree(text);
      texts.add(writeTree(operation.paged ? hidePage(tree, `${upstreamUrl}/`) : tree));
    },
    has: (text) => texts.has(writeTree(hidePage(readTree(text), `${publicUrl}/`))),
  };
}

/** Tags are the caller's own words, whatever their names. */
function isWithheld(name: string, [outermost]: readonly string[]): boolean {
  return outermost !== 'tags' && isSecretName(name);
}

function isJsonObject(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

function hidePage(tree: JsonTree, prefix: string): JsonTree {
  if (tree.kind !== 'object') return tree;
  const members = tree.members.map(({ name, value }) => {
    const link =
      decode(name) === 'nextLink' && value.kind === 'scalar' && value.text.startsWith('"') ? decode(value.text) : '';
    const leadsOn = link.startsWith(prefix) && /[?&](?:\$|%24)skipToken=/i.test(link);
    return leadsOn ? { name, value: { kind: 'scalar' as const, text: PAGE } } : { name, value };
  });
  return { kind: 'object', members };
}

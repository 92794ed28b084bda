/** Takes out of an upstream's texts what must not go down: the request's secrets, Frontdesk's own credentials, and where the upstream is. */
import { collectSecrets } from './collect-secrets.ts';
import type { Upstream } from './registry.ts';
import type { Mask } from './upstream-error.ts';

const MASKED = '***';
/** The managed identity's token, should an upstream quote it. */
const JWT = /eyJ[\w-]+\.[\w-]+\.[\w-]*/g;

/** Answers the mask for one request; `content` is what was sent up. */
export function createMask(content: unknown, upstream: Upstream, publicUrl: string): Mask {
  const addresses = [upstream.origin + upstream.basePath, upstream.origin];
  let patterns: RegExp[] | undefined;
  return (text) => {
    // Few requests fail: the content is searched for the first that does.
    patterns ??= toPatterns([...collectSecrets(content), ...(upstream.key ? [upstream.key.value] : [])]);
    // Secrets first: one may hold an address.
    const masked = [...patterns, JWT].reduce((rest, secret) => rest.replace(secret, MASKED), text);
    return addresses.reduce((rest, address) => rest.replaceAll(address, publicUrl), masked);
  };
}

/** A longer secret is looked for piece by piece. */
const MAX_PIECE = 1_024;

/** Answers the patterns of the secrets, the longest first, since one may hold another. */
function toPatterns(secrets: readonly string[]): RegExp[] {
  const pieces = secrets.flatMap((secret) => secret.match(PIECES) ?? []);
  const longestFirst = [...new Set(pieces)].sort((one, other) => other.length - one.length);
  return longestFirst.map((piece) => new RegExp(Array.from(piece, spell).join(''), 'gi'));
}

const PIECES = new RegExp(`[^]{1,${MAX_PIECE}}`, 'gu');

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '/': '/',
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
  '\b': 'b',
  '\f': 'f',
};

/**
 * Answers a pattern for one character in every spelling that services echo: as it stands, escaped as in JSON however deep,
 * percent-encoded, and as in a form.
 */
function spell(character: string): string {
  if (character === '\\') return '(?:\\\\+|%5c)';
  const units = Array.from({ length: character.length }, (_, at) =>
    character.charCodeAt(at).toString(16).padStart(4, '0'),
  );
  const bytes = [...Buffer.from(character.toWellFormed())].map((byte) => `%${byte.toString(16).padStart(2, '0')}`);
  const short = SHORT_ESCAPES[character];
  const spellings = [
    character.replace(/[.*+?^${}()|[\]/]/g, '\\$&'),
    units.map((unit) => `\\\\+u${unit}`).join(''),
    bytes.join(''),
    ...(short ? [`\\\\+${short}`] : []),
    ...(character === ' ' ? ['\\+'] : []),
  ];
  return `(?:${spellings.join('|')})`;
}

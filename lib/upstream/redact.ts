/** Takes out of an upstream's texts what must not go down: the request's secrets, Frontdesk's own credentials, and where the upstream is. */
import { collectSecrets } from './collect-secrets.ts';
import type { Redactor } from './error-body.ts';
import type { Upstream } from './upstreams.ts';

const MASKED = '***';
/** The managed identity's token, should an upstream quote it. */
const JWT = /eyJ[\w-]+\.[\w-]+\.[\w-]*/g;

/** Both may be the caller's own, echoed: what is looked at is bounded, what is beyond does not go down. */
const MAX_TEXTS = 64 * 1024;
const MAX_TEXT = 10_000;
const MAX_SECRETS = 1_000;
/** Fewer letters and digits than this are found as they stand only. */
const MIN_CORE = 4;

/** Answers the mask for one request; `content` is what was sent up. */
export function createRedactor(body: unknown, upstream: Upstream, publicUrl: string): Redactor {
  const addresses = [upstream.origin + upstream.basePath, upstream.origin];
  let secrets: Secrets | undefined;
  let left = MAX_TEXTS;
  return (text) => {
    // Few requests fail: the content is searched for the first that does.
    secrets ??= toSecrets([...collectSecrets(body), ...(upstream.key ? [upstream.key.value] : [])]);
    left -= text.length;
    if (left < 0 || secrets.plain.length > MAX_SECRETS) return MASKED;
    // Secrets first: one may hold an address.
    const masked = redactSecrets(text.slice(0, MAX_TEXT), secrets).replace(JWT, MASKED);
    return addresses.reduce((rest, address) => rest.replaceAll(address, publicUrl), masked);
  };
}

interface Secrets {
  /** As they were sent; the longest first, since one may hold another. */
  readonly plain: readonly string[];
  readonly cores: readonly string[];
}

function toSecrets(found: readonly string[]): Secrets {
  const plain = [...new Set(found)].sort((one, other) => other.length - one.length);
  return { plain, cores: plain.map(toCore).filter((core) => core.length >= MIN_CORE) };
}

/** A secret is cut out where it stands as it was sent; a text that repeats one in another spelling goes as a whole. */
function redactSecrets(text: string, { plain, cores }: Secrets): string {
  const masked = plain.reduce((rest, secret) => rest.replaceAll(secret, MASKED), text);
  const core = toCore(masked);
  return cores.some((secret) => core.includes(secret)) ? MASKED : masked;
}

/**
 * Answers what no spelling changes: the letters and digits, in lower case, of a text with its escapes undone (JSON's and percent
 * signs, however often one was put into the other). Linear: nothing here looks back.
 */
function toCore(text: string): string {
  let core = text;
  for (let layer = 0; layer < 3; layer++) {
    core = core
      .replace(/\\u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replace(/(?:%[\da-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString());
  }
  return core
    .replace(/\\[nrtbf]/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

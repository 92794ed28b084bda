/** Takes out of an upstream's texts what must not go down: the request's own secrets, and where the upstream is. */
import { isSecretName } from '../contracts/secret-names.ts';
import type { Upstream } from './registry.ts';
import type { Mask } from './upstream-error.ts';

const MASKED = '***';
/** Shorter values are no secrets, and masking them would tear words apart. */
const MIN_SECRET_LENGTH = 4;

/** Answers the mask for one request; `content` is what was sent up. */
export function createMask(content: unknown, upstream: Upstream, publicUrl: string): Mask {
  const addresses = [upstream.origin + upstream.basePath, upstream.origin];
  let secrets: string[] | undefined;
  return (text) => {
    // Few requests fail: the content is searched for the first that does. Longest first, since one may hold another.
    secrets ??= collectSecrets(content).sort((one, other) => other.length - one.length);
    const outward = addresses.reduce((masked, address) => masked.replaceAll(address, publicUrl), text);
    return secrets.reduce((masked, secret) => masked.replaceAll(secret, MASKED), outward);
  };
}

function collectSecrets(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'string' && isSecretName(name) && member.length >= MIN_SECRET_LENGTH
      ? [member]
      : collectSecrets(member),
  );
}

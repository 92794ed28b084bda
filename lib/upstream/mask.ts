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
  let secrets: string[] | undefined;
  return (text) => {
    // Few requests fail: the content is searched for the first that does.
    secrets ??= toForms([...collectSecrets(content), ...(upstream.key ? [upstream.key.value] : [])]);
    // Secrets first: one may hold an address.
    const masked = secrets.reduce((rest, secret) => rest.replaceAll(secret, MASKED), text).replace(JWT, MASKED);
    return addresses.reduce((rest, address) => rest.replaceAll(address, publicUrl), masked);
  };
}

/** Answers each secret in the forms in which an upstream may echo it; the longest first, since one may hold another. */
function toForms(secrets: readonly string[]): string[] {
  const forms = secrets.flatMap((secret) => {
    const json = JSON.stringify(secret).slice(1, -1);
    const ascii = json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    const percent = encodeURIComponent(secret.toWellFormed());
    const lower = percent.replace(/%../g, (code) => code.toLowerCase());
    return [secret, json, ascii, percent, lower, percent.replaceAll('%20', '+'), lower.replaceAll('%20', '+')];
  });
  return [...new Set(forms)].sort((one, other) => other.length - one.length);
}

/** Checks that an upstream can be reached and lets its caller read, by the requests of upstream-probes.ts, which change nothing. */
import { isJsonObject } from '../../lib/contracts/json-object.ts';
import { tryParseJson } from '../../lib/http/json-text.ts';
import type { Settings } from '../../lib/settings/schema.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { findKey } from '../../lib/upstream/upstream.ts';
import { UPSTREAMS, type UpstreamEntry, type UpstreamName } from '../../lib/upstream/upstreams.ts';
import { bad, describeFailure, type Finding, good, TIMEOUT_MS } from './finding.ts';
import { listProbePaths, type UpstreamProbe } from './upstream-probes.ts';

/** Half of what a read may take. */
const SLOW_MS = 4_000;

/** As whom the doctor calls. */
export interface Asking {
  /** For the upstream's scope; undefined if it uses a key. */
  readonly token: string | undefined;
  /** The person who is signed in, not the app's identity. */
  readonly isOperator: boolean;
  /** Of the access policy. */
  readonly resources: readonly string[];
}

export async function checkUpstream(
  probe: UpstreamProbe,
  settings: Settings,
  asking: Asking,
): Promise<readonly Finding[]> {
  const paths = listProbePaths(probe, settings, asking.resources);
  return Promise.all(paths.map((path) => readPath(probe, path, settings, asking)));
}

async function readPath(probe: UpstreamProbe, path: string, settings: Settings, asking: Asking): Promise<Finding> {
  const { name, address } = probe;
  const base = String(settings[address]).replace(/\/+$/, '');
  const startedAt = systemClock.monotonicNow();
  try {
    const response = await fetch(base + path, {
      headers: { accept: 'application/json', ...toCredential(name, settings, asking.token) },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    if (response.status === 401) return describeUnauthorized(probe, settings);
    const finding = describeResponse(probe, describePlace(path), { status: response.status, text }, asking);
    const ms = systemClock.monotonicNow() - startedAt;
    const found = `${finding.found}; the service is slow (${Math.round(ms / 1000)} s)`;
    return ms > SLOW_MS ? { ...finding, found } : finding;
  } catch (cause) {
    return describeFailure(name, address, base, cause);
  }
}

/** Names the granted resource, which is no secret. */
function describePlace(path: string): string {
  const [place] = /^\/subscriptions\/[^/?]+(?:\/resourcegroups\/[^/]+)?/i.exec(path) ?? [];
  return place === undefined ? '' : ` ${place}`;
}

function toCredential(name: UpstreamName, settings: Settings, token: string | undefined): Record<string, string> {
  const key = findKey(name, settings);
  if (key) return { [key.header]: key.value };
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

function describeUnauthorized({ name, address, scope }: UpstreamProbe, settings: Settings): Finding {
  const { key }: UpstreamEntry = UPSTREAMS[name];
  if (key && findKey(name, settings)) {
    const fix = `Copy a key of this resource into ${key.setting}, or remove the setting to use the managed identity.`;
    return bad(name, 'rejects the key (401)', fix);
  }
  return bad(
    name,
    'rejects the token (401)',
    `Check that ${scope} is the scope of this API in the cloud of ${address}, and that the resource is in the identity's tenant.`,
  );
}

function describeResponse(
  { name, address, right }: UpstreamProbe,
  place: string,
  { status, text }: { readonly status: number; readonly text: string },
  { isOperator }: Asking,
): Finding {
  const mend = !right
    ? 'Use a key that may read it.'
    : isOperator
      ? `You have no right there, which says nothing of the app: its identity needs ${right}. See az role assignment list --all --assignee <MANAGED_IDENTITY_CLIENT_ID>.`
      : `Give the managed identity ${right}.`;
  if (status === 403) return bad(name, `refuses ${isOperator ? 'you' : 'the identity'} (403)${place}`, mend);
  if (status === 404)
    return bad(name, `does not have it, or hides it (404)${place}`, `Check ${address} and the name. ${mend}`);
  if (status === 429) {
    const fix = 'Wait; then check what else uses this identity, and lower its rate in LIMITS.';
    return bad(name, 'throttles us (429)', fix);
  }
  if (status >= 500) {
    const fix = "Check the service's status page; Frontdesk recovers by itself.";
    return bad(name, `fails (${status})`, fix);
  }
  if (status >= 300 && status < 400) {
    const fix = `Set ${address} to the target of the redirect: Frontdesk does not follow redirects.`;
    return bad(name, `redirects (${status})`, fix);
  }
  if (name === 'arm' && place === '' && /"value"\s*:\s*\[\s*\]/.test(text))
    return bad(name, 'shows no subscription', mend);
  if (status >= 400) {
    const fix =
      'See its documentation: the service may have retired this api-version (docs/runbook.md#service-refuses).';
    return bad(name, `refuses the read (${status})${place}`, fix);
  }
  if (!isJsonObject(tryParseJson(text))) {
    const fix = `Check ${address}: this is a sign-in page or a proxy's page, not the service.`;
    return bad(name, `returns no JSON (${status})`, fix);
  }
  return good(name, `may be read${place}`);
}

/** Checks that a browser at an origin may call: the host responds to preflight requests itself, and logs none that it refuses. */
import { bad, describeFailure, type Finding, good, TIMEOUT_MS } from './finding.ts';

/** `url` is Frontdesk's. */
export async function checkOrigin(url: string, origin: string): Promise<Finding> {
  const headers = { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' };
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`${url}/companies`, { method: 'OPTIONS', headers, signal });
    const allowed = response.headers.get('access-control-allow-origin');
    if (allowed === origin || allowed === '*') return good('origin', `may call (CORS): ${origin}`);
    const fix =
      'Add it to the CORS origins: az functionapp cors add, and corsOrigins in infra/main.parameters.json (docs/runbook.md#wrong-settings).';
    return bad('origin', `the host refuses the origin ${origin}`, fix);
  } catch (cause) {
    return describeFailure('origin', 'its address', url, cause);
  }
}

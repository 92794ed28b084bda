/** Checks that the managed identity gets tokens, at the platform's endpoint: the SDK's errors do not say what failed. */
import * as z from 'zod';
import type { Settings } from '../../lib/settings/schema.ts';
import type { Environment } from './check-settings.ts';
import { bad, describeFailure, type Finding, good, TIMEOUT_MS } from './finding.ts';

const tokenResponse = z.object({ access_token: z.string().min(1) });

export interface CheckedToken {
  readonly finding: Finding;
  readonly token?: string;
}

/** Requests a token for `scope`. Source: App Service managed identity REST endpoint reference, api-version 2019-08-01. */
export async function checkIdentity(
  environment: Environment,
  { MANAGED_IDENTITY_CLIENT_ID: clientId }: Settings,
  scope: string,
  setting: string,
): Promise<CheckedToken> {
  const check = `identity (${setting})`;
  const { IDENTITY_ENDPOINT: endpoint, IDENTITY_HEADER: header } = environment;
  if (!endpoint || !header) {
    const fix =
      'Assign a managed identity to the function app; the platform then sets both. Elsewhere, run the local stack (npm start): the sample settings have them.';
    return { finding: bad(check, 'IDENTITY_ENDPOINT and IDENTITY_HEADER are not both set', fix) };
  }
  const query = new URLSearchParams({ 'api-version': '2019-08-01', resource: scope.replace(/\/\.default$/, '') });
  if (clientId) query.set('client_id', clientId);
  try {
    const response = await fetch(`${endpoint}?${query}`, {
      headers: { 'x-identity-header': header },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) return { finding: describeStatus(check, setting, response.status, clientId) };
    const { success, data } = tokenResponse.safeParse(await response.json().catch(() => undefined));
    if (success) return { finding: good(check, 'returns a token'), token: data.access_token };
    const fix = 'Use the IDENTITY_ENDPOINT that the platform sets.';
    return { finding: bad(check, 'the server at IDENTITY_ENDPOINT is not an identity endpoint', fix) };
  } catch (cause) {
    return { finding: describeFailure(check, 'IDENTITY_ENDPOINT', endpoint, cause) };
  }
}

function describeStatus(check: string, setting: string, status: number, clientId: string | undefined): Finding {
  if (status === 401 || status === 403) {
    const fix = 'Use the IDENTITY_HEADER that the platform sets; it changes with a restart.';
    return bad(check, `the endpoint refuses the app (${status})`, fix);
  }
  if (status === 400) {
    const who = clientId
      ? 'Set MANAGED_IDENTITY_CLIENT_ID to the client id (not the object id) of an identity that is assigned to the app'
      : 'Enable the system-assigned identity, or set MANAGED_IDENTITY_CLIENT_ID to a user-assigned one';
    return bad(check, 'no such identity or scope', `${who}; check that ${setting} is a scope of this directory.`);
  }
  return bad(check, `the endpoint returned ${status}`, 'Try again in a minute; then restart the app.');
}

/** Whether the managed identity gets tokens. The platform's endpoint is asked itself: the SDK's errors do not say which of its parts failed. */
import * as z from 'zod';
import type { Settings } from '../../lib/settings/schema.ts';
import type { Environment } from './check-settings.ts';
import { bad, describeFailure, type Finding, good, TIMEOUT_MS } from './finding.ts';

const answer = z.object({ access_token: z.string().min(1) });

export interface CheckedToken {
  readonly finding: Finding;
  readonly token?: string;
}

/** Asks for a token as a function app does. Source: App Service managed identity REST endpoint reference, api-version 2019-08-01. */
export async function checkIdentity(
  environment: Environment,
  { MANAGED_IDENTITY_CLIENT_ID: clientId }: Settings,
  scope: string,
  setting: string,
): Promise<CheckedToken> {
  const check = `identity (${setting})`;
  const { IDENTITY_ENDPOINT: endpoint, IDENTITY_HEADER: header } = environment;
  if (!endpoint || !header) {
    const mend =
      'Assign a managed identity to the function app: the platform then sets both. Elsewhere there is none: run the local stack (npm start), whose sample settings have them.';
    return { finding: bad(check, 'IDENTITY_ENDPOINT and IDENTITY_HEADER are not both set', mend) };
  }
  const query = new URLSearchParams({ 'api-version': '2019-08-01', resource: scope.replace(/\/\.default$/, '') });
  if (clientId) query.set('client_id', clientId);
  try {
    const response = await fetch(`${endpoint}?${query}`, {
      headers: { 'x-identity-header': header },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) return { finding: describeRefusal(check, setting, response.status, clientId) };
    const { success, data } = answer.safeParse(await response.json().catch(() => undefined));
    if (!success)
      return {
        finding: bad(
          check,
          'what answers there is no identity endpoint',
          'Take IDENTITY_ENDPOINT as the platform sets it.',
        ),
      };
    return { finding: good(check, 'a token'), token: data.access_token };
  } catch (cause) {
    return { finding: describeFailure(check, 'IDENTITY_ENDPOINT', cause) };
  }
}

function describeRefusal(check: string, setting: string, status: number, clientId: string | undefined): Finding {
  if (status === 401 || status === 403)
    return bad(
      check,
      `the endpoint refuses the app (${status})`,
      'Take IDENTITY_HEADER as the platform sets it; it changes with a restart.',
    );
  if (status === 400) {
    const who = clientId
      ? 'Write the client id (not the object id) of an identity that is assigned to the app in MANAGED_IDENTITY_CLIENT_ID'
      : 'Switch the system-assigned identity on, or name a user-assigned one in MANAGED_IDENTITY_CLIENT_ID';
    return bad(
      check,
      'there is no such identity, or no such scope',
      `${who}; and see that ${setting} is a scope of this directory.`,
    );
  }
  return bad(check, `the endpoint answers ${status}`, 'Wait a minute and ask again; then restart the app.');
}

/**
 * The authorization endpoint: a page to choose a persona on, then a code for the frontend.
 * Source: RFC 6749 4.1.1, 4.1.2; RFC 7636 4.3; redirection to loopback only.
 */
import type { Context } from 'hono';
import { type Person, people } from '../personas.ts';
import type { GrantStore } from './grants.ts';
import { isLoopback } from './loopback.ts';
import { OAuthError } from './oauth-error.ts';
import { renderErrorPage, renderPersonaPage } from './pages.ts';
import { parseDelegatedScope } from './scope.ts';

/** A tenant's id, or `common` for any. */
export type Authority = string;

/** Answers the page, or, for a request with `persona` or a `login_hint`, the redirection that the choice leads to. */
export function authorize(c: Context, authority: Authority, grants: GrantStore): Response | Promise<Response> {
  const { client_id: clientId, redirect_uri: redirectUri, ...query } = c.req.query();
  // Neither is safe to redirect to before it is known: RFC 6749 4.1.2.1.
  if (!clientId) return c.html(renderErrorPage('The request names no client_id.'), 400);
  if (!redirectUri || !isLoopback(redirectUri)) {
    return c.html(
      renderErrorPage('redirect_uri must be an http address of this machine, such as http://localhost:5173/.'),
      400,
    );
  }
  const toFrontend = (answer: Record<string, string>) => toRedirection(redirectUri, query, answer);
  const accounts = people.filter(({ tenantId }) => authority === 'common' || tenantId === authority);
  try {
    const codeChallenge = parseCodeChallenge(query);
    const scope = query['scope'] ?? '';
    const requested = parseDelegatedScope(scope);
    const chosen = query['persona'] ?? findHinted(query, accounts)?.id;
    if (chosen === undefined) {
      const cancel = toFrontend({ error: 'access_denied', error_description: 'AADSTS65004: The person declined.' });
      return c.html(
        renderPersonaPage(
          clientId,
          accounts.map((person) => toChoice(c.req.url, person)),
          cancel,
        ),
      );
    }
    const person = accounts.find(({ id }) => id === chosen);
    if (person === undefined) throw new OAuthError('access_denied', 50020, 'This tenant has no such persona.');
    const code = grants.putCode({
      ...requested,
      person,
      clientId,
      scope,
      redirectUri,
      codeChallenge,
      nonce: query['nonce'],
    });
    return c.redirect(toFrontend({ code }));
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return c.redirect(toFrontend({ error: error.code, error_description: error.message }));
  }
}

/** Who is hinted at is signed in already, unless the frontend asks for a choice. Source: OpenID Connect Core 1.0 3.1.2.1. */
function findHinted({ login_hint, prompt }: Record<string, string>, accounts: readonly Person[]): Person | undefined {
  return prompt === 'select_account' ? undefined : accounts.find(({ username }) => username === login_hint);
}

/** Throws OAuthError for all but the authorization code grant with an S256 challenge. */
function parseCodeChallenge(query: Record<string, string>): string {
  if (query['response_type'] !== 'code') {
    throw new OAuthError('unsupported_response_type', 700054, "The response_type is 'code'.");
  }
  const challenge = query['code_challenge'] ?? '';
  // A SHA-256 value in base64url without padding: RFC 7636 4.2.
  if (query['code_challenge_method'] !== 'S256' || !/^[\w-]{43}$/.test(challenge)) {
    throw new OAuthError('invalid_request', 9002325, 'Proof Key for Code Exchange with S256 is required.');
  }
  return challenge;
}

function toChoice(requestUrl: string, person: Person): { person: Person; href: string } {
  const url = new URL(requestUrl);
  url.searchParams.set('persona', person.id);
  return { person, href: url.search };
}

/** The answer goes into the query, or into the fragment where the frontend asks for that. */
function toRedirection(redirectUri: string, query: Record<string, string>, answer: Record<string, string>): string {
  const target = new URL(redirectUri);
  const { state, response_mode: mode } = query;
  const members = { ...answer, ...(state === undefined ? {} : { state }) };
  if (mode === 'fragment') target.hash = new URLSearchParams(members).toString();
  else for (const [name, value] of Object.entries(members)) target.searchParams.set(name, value);
  return target.href;
}

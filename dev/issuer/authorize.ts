/**
 * The authorization endpoint: a page to choose a persona, then a code for the frontend.
 * Source: RFC 6749 4.1.1, 4.1.2; RFC 7636 4.3.
 */

import type { Context } from 'hono';
import { startCommand } from '../command-line.ts';
import { type Person, people } from '../personas.ts';
import { type Authority, putGrant, type SignIn } from './grants.ts';
import { OAuthError, parseDelegatedScope, readRequestedClaims } from './oauth.ts';
import { renderErrorPage, renderPersonaPage } from './pages.ts';

/** Returns the page, or the redirect if `persona` or `login_hint` names a person. */
export function authorize(
  c: Context,
  authority: Authority,
  { codes, isAllowed }: SignIn,
): Response | Promise<Response> {
  const { client_id: clientId, redirect_uri: redirectUri, ...query } = c.req.query();
  // No redirect to an unverified redirect_uri: RFC 6749 4.1.2.1.
  if (!clientId) return c.html(renderErrorPage('client_id is missing.'), 400);
  if (!redirectUri || !isAllowed(redirectUri)) {
    const reason = `redirect_uri must be on this machine, such as http://localhost:5173/, or of an origin named by ${startCommand} --origin.`;
    return c.html(renderErrorPage(reason), 400);
  }
  const toFrontend = (parameters: Record<string, string>) => toRedirectUrl(redirectUri, query, parameters);
  const accounts = people.filter(({ tenantId }) => authority === 'common' || tenantId === authority);
  try {
    const requested = parseSignIn(query);
    const chosen = query['persona'] ?? findHintedPerson(query, accounts)?.id;
    if (chosen === undefined && query['prompt'] === 'none') {
      throw new OAuthError('login_required', 50058, 'No login_hint names a sample user, and prompt is none.');
    }
    if (chosen === undefined) {
      const cancel = toFrontend({
        error: 'access_denied',
        error_description: 'AADSTS65004: The person declined.',
      });
      const choices = accounts.map((person) => toChoice(c.req.url, person));
      return c.html(renderPersonaPage(clientId, choices, cancel));
    }
    const person = accounts.find(({ id }) => id === chosen);
    if (person === undefined) throw new OAuthError('access_denied', 50020, 'The tenant has no such persona.');
    return c.redirect(toFrontend({ code: putGrant(codes, { ...requested, person, clientId, redirectUri }) }));
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return c.redirect(toFrontend({ error: error.code, error_description: error.message }));
  }
}

function parseSignIn(query: Record<string, string>) {
  const scope = query['scope'] ?? '';
  return {
    codeChallenge: parseCodeChallenge(query),
    ...parseDelegatedScope(scope),
    scope,
    claims: readRequestedClaims(query['claims']),
    nonce: query['nonce'],
  };
}

/** Returns the person of `login_hint`, unless `prompt` requires a choice. Source: OpenID Connect Core 1.0 3.1.2.1. */
function findHintedPerson(
  { login_hint, prompt }: Record<string, string>,
  accounts: readonly Person[],
): Person | undefined {
  return prompt === 'select_account' ? undefined : accounts.find(({ username }) => username === login_hint);
}

/** Throws OAuthError for all but the authorization code grant with an S256 challenge. */
function parseCodeChallenge(query: Record<string, string>): string {
  if (query['response_type'] !== 'code') {
    throw new OAuthError('unsupported_response_type', 700054, "response_type must be 'code'.");
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

/** Adds the response parameters to the query, or to the fragment if `response_mode` is `fragment`. */
function toRedirectUrl(redirectUri: string, query: Record<string, string>, parameters: Record<string, string>): string {
  const target = new URL(redirectUri);
  const { state, response_mode: mode } = query;
  const members = { ...parameters, ...(state === undefined ? {} : { state }) };
  if (mode === 'fragment') target.hash = new URLSearchParams(members).toString();
  else for (const [name, value] of Object.entries(members)) target.searchParams.set(name, value);
  return target.href;
}

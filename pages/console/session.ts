/** Who is signed in: authorization code with PKCE. Source: RFC 6749 4.1, 6; RFC 7636. */
import { signal } from '@preact/signals';
import type { Config } from './config.ts';

export interface Session {
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** What the token says of its holder; shown, never decided by: that is the API's. */
export interface Holder {
  readonly name: string;
  readonly username: string;
  readonly subject: string;
  readonly tenant: string;
  readonly roles: readonly string[];
}

interface Attempt {
  readonly state: string;
  readonly verifier: string;
  /** Where in the console the person was. */
  readonly place: string;
}

interface TokenAnswer {
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly expires_in: number;
}

const SESSION_KEY = 'frontdesk.session';
const ATTEMPT_KEY = 'frontdesk.sign-in';
const RENEW_BEFORE_MS = 60_000;

export const session = signal<Session | undefined>(undefined);
/** Why nobody is signed in any more, where nobody asked for that. */
export const farewell = signal<string | undefined>(undefined);

export function readHolder({ accessToken }: Session): Holder {
  const payload = (accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
  const claims = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
  return {
    name: String(claims['name'] ?? 'Signed in'),
    username: String(claims['preferred_username'] ?? ''),
    subject: String(claims['oid'] ?? claims['sub'] ?? ''),
    tenant: String(claims['tid'] ?? ''),
    roles: (claims['roles'] as string[] | undefined) ?? [],
  };
}

/** Leads to the issuer; with a username, to that person's sign-in, without one to the choice of an account. */
export async function signIn(config: Config, username?: string): Promise<void> {
  const attempt: Attempt = { state: makeSecret(), verifier: makeSecret(), place: location.hash };
  sessionStorage.setItem(ATTEMPT_KEY, JSON.stringify(attempt));
  const { authorization_endpoint: endpoint } = await discover(config);
  const query = new URLSearchParams({
    client_id: config.clientId,
    response_type: 'code',
    redirect_uri: toRedirectUri(),
    scope: `${config.audience}/user_impersonation offline_access`,
    state: attempt.state,
    code_challenge: await toChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    ...(username === undefined ? { prompt: 'select_account' } : { login_hint: username }),
  });
  location.assign(`${endpoint}?${query}`);
}

/** Takes the session of this tab, or the one that the issuer's answer in the address leads to. Throws what the issuer refused. */
export async function restoreSession(config: Config): Promise<void> {
  const query = new URLSearchParams(location.search);
  if (!query.has('code') && !query.has('error')) {
    session.value = readKept();
    return;
  }
  const attempt = JSON.parse(sessionStorage.getItem(ATTEMPT_KEY) ?? '{}') as Partial<Attempt>;
  sessionStorage.removeItem(ATTEMPT_KEY);
  // The code goes out of the address, so that no reload and no copied link bears it.
  history.replaceState(undefined, '', location.pathname + (attempt.place ?? ''));
  if (attempt.state === undefined || attempt.state !== query.get('state'))
    throw new Error('The sign-in was not begun in this tab.');
  if (query.has('error')) throw new Error(query.get('error_description') ?? 'The issuer refused the sign-in.');
  const form = {
    grant_type: 'authorization_code',
    code: query.get('code') ?? '',
    redirect_uri: toRedirectUri(),
    code_verifier: attempt.verifier ?? '',
  };
  const fresh = toSession(await redeem(config, form));
  const before = readKept();
  // What one person worked on is not the next one's to see.
  if (before && readHolder(before).subject !== readHolder(fresh).subject) sessionStorage.clear();
  keep(fresh);
}

/** Answers a token that is still good for a minute; throws where there is none to be had. */
export async function getToken(config: Config): Promise<string> {
  const current = session.value;
  if (current === undefined) throw new Error('Nobody is signed in.');
  if (current.expiresAt - Date.now() > RENEW_BEFORE_MS || !current.refreshToken) return current.accessToken;
  try {
    keep(toSession(await redeem(config, { grant_type: 'refresh_token', refresh_token: current.refreshToken })));
  } catch (error) {
    signOut();
    farewell.value = `Your sign-in could not be renewed: ${(error as Error).message}`;
    throw error;
  }
  return session.value?.accessToken ?? '';
}

/** Forgets the tokens and all that this tab kept of the person's work. */
export function signOut(): void {
  sessionStorage.clear();
  session.value = undefined;
}

function keep(current: Session): void {
  session.value = current;
  farewell.value = undefined;
  sessionStorage.setItem(SESSION_KEY, JSON.stringify(current));
}

function readKept(): Session | undefined {
  const kept = sessionStorage.getItem(SESSION_KEY);
  return kept === null ? undefined : (JSON.parse(kept) as Session);
}

function toSession(answer: TokenAnswer): Session {
  return {
    accessToken: answer.access_token,
    expiresAt: Date.now() + answer.expires_in * 1000,
    ...(answer.refresh_token === undefined ? {} : { refreshToken: answer.refresh_token }),
  };
}

async function redeem(config: Config, form: Record<string, string>): Promise<TokenAnswer> {
  const { token_endpoint: endpoint } = await discover(config);
  const body = new URLSearchParams({ client_id: config.clientId, ...form });
  const response = await fetch(endpoint, { method: 'POST', body });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error_description ?? 'The issuer gave no token.');
  return answer;
}

interface Endpoints {
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
}

async function discover({ authority }: Config): Promise<Endpoints> {
  const response = await fetch(`${authority}/.well-known/openid-configuration`);
  if (!response.ok) throw new Error(`The issuer's configuration was answered with ${response.status}.`);
  return response.json();
}

function toRedirectUri(): string {
  return location.origin + location.pathname;
}

function makeSecret(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

async function toChallenge(verifier: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

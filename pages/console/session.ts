/** Sign-in with authorization code and PKCE (RFC 6749 4.1 and 6, RFC 7636). */
import { computed, signal } from '@preact/signals';
import { base64url, decodeJwt } from 'jose';
import { config } from './context.ts';
import { fetchJson } from './logic/fetch-json.ts';
import { clearMemory, openMemory } from './memory.ts';
import { readStored } from './parts/hooks.ts';

interface Session {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** What the token says of its user; shown, never decided by: that is the API's. */
export type User = ReturnType<typeof parseUser>;

interface SignInAttempt {
  readonly state: string;
  readonly verifier: string;
  /** View to return to. */
  readonly hash: string;
}

const SESSION_KEY = 'frontdesk.session';
const ATTEMPT_KEY = 'frontdesk.sign-in';
const RENEW_BEFORE_MS = 60_000;
const SIGNED_OUT = 'You are not signed in.';

export const session = signal<Session | undefined>(undefined);
/** Whether the session can no longer be used; what is typed stays until there is another. */
export const isExpired = signal(false);
/** Why the user is signed out, if they did not ask for it. */
export const signOutReason = signal<string | undefined>(undefined);

/** Decodes the claims without verifying the token. */
function parseUser({ accessToken }: Session) {
  const claims = decodeJwt(accessToken);
  return {
    name: String(claims['name'] ?? 'Signed in'),
    username: String(claims['preferred_username'] ?? ''),
    subject: String(claims['oid'] ?? claims['sub'] ?? ''),
    tenant: String(claims['tid'] ?? ''),
    roles: (claims['roles'] ?? []) as readonly string[],
  };
}

const NOBODY: User = { name: '', username: '', subject: '', tenant: '', roles: [] };

/** Who is signed in. */
export const user = computed(() => (session.value ? parseUser(session.value) : NOBODY));

/** Signs in again in another tab, which hands the session over: what is typed in this one stays. */
export function signInBeside(username: string): void {
  open(`${location.pathname}?${new URLSearchParams({ 'sign-in': username })}`);
}

/** Redirects to the issuer: to sign in as `username`, or to choose an account. */
export async function signIn(username?: string): Promise<void> {
  const attempt: SignInAttempt = { state: createSecret(), verifier: createSecret(), hash: location.hash };
  sessionStorage.setItem(ATTEMPT_KEY, JSON.stringify(attempt));
  const { authorization_endpoint: endpoint } = await fetchEndpoints();
  const query = new URLSearchParams({
    client_id: config.value.clientId,
    response_type: 'code',
    redirect_uri: redirectUri(),
    scope: `${config.value.audience}/user_impersonation offline_access`,
    state: attempt.state,
    code_challenge: await hashVerifier(attempt.verifier),
    code_challenge_method: 'S256',
    ...(username === undefined ? { prompt: 'select_account' } : { login_hint: username }),
  });
  location.assign(`${endpoint}?${query}`);
}

/** Restores this tab's session, or completes the sign-in of the issuer's redirect. @throws {Error} If the issuer rejected it. */
export async function restoreSession(): Promise<void> {
  const query = new URLSearchParams(location.search);
  if (!query.has('code') && !query.has('error')) {
    const own = loadSession() ?? (await askOtherTabs());
    if (own) storeSession(own);
    return;
  }
  const attempt = (readStored(sessionStorage, ATTEMPT_KEY) ?? {}) as Partial<SignInAttempt>;
  sessionStorage.removeItem(ATTEMPT_KEY);
  // Removes the code from the URL, so that reloads and copied links do not contain it.
  history.replaceState(undefined, '', location.pathname + (attempt.hash ?? ''));
  if (attempt.state === undefined || attempt.state !== query.get('state'))
    throw new Error('This sign-in was not started in this tab. Sign in again.');
  if (query.has('error')) throw new Error(query.get('error_description') ?? 'The issuer rejected the sign-in.');
  const form = {
    grant_type: 'authorization_code',
    code: query.get('code') ?? '',
    redirect_uri: redirectUri(),
    code_verifier: attempt.verifier ?? '',
  };
  const fresh = await requestToken(form);
  const previous = loadSession();
  // Another user must not see the previous user's work.
  if (previous && parseUser(previous).subject !== parseUser(fresh).subject) sessionStorage.clear();
  storeSession(fresh);
}

/** Of the one session that is renewed, for all that wait for its token. */
let renewal: { readonly of: Session; readonly token: Promise<string> } | undefined;

/** Returns a token that is valid for at least a minute. @throws {Error} If it cannot be renewed. */
export async function getToken(): Promise<string> {
  const current = session.value;
  if (current === undefined) throw new Error(SIGNED_OUT);
  if (current.expiresAt - Date.now() > RENEW_BEFORE_MS || !current.refreshToken) return current.accessToken;
  if (renewal?.of !== current) renewal = { of: current, token: renew(current) };
  return renewal.token;
}

async function renew(current: Session): Promise<string> {
  try {
    const form = { grant_type: 'refresh_token', refresh_token: current.refreshToken ?? '' };
    const fresh = await requestToken(form);
    // Meanwhile the user has signed out, or another tab has renewed it.
    if (session.value === current) storeSession(fresh);
  } catch (error) {
    renewal = undefined;
    refuseToken(current.accessToken);
    throw error;
  }
  if (session.value === undefined) throw new Error(SIGNED_OUT);
  return session.value.accessToken;
}

/** Ends the session if this is still its token: a late response says nothing of a newer one. */
export function refuseToken(token: string): void {
  if (token === session.value?.accessToken) isExpired.value = true;
}

/** Deletes the tokens, everything else that this tab stored, and what is remembered for the user. */
export function signOut(): void {
  sessionStorage.clear();
  clearMemory();
  session.value = undefined;
  renewal = undefined;
  isExpired.value = false;
}

function storeSession(current: Session): void {
  const { tenant, subject } = parseUser(current);
  openMemory(tenant, subject);
  session.value = current;
  isExpired.value = false;
  signOutReason.value = undefined;
  sessionStorage.setItem(SESSION_KEY, JSON.stringify(current));
  tabs.postMessage({ session: current });
}

type TabMessage = { readonly ask: true } | { readonly session: Session };

/** Tabs of this origin only: a new one is signed in as the same person, and one that signed in again serves the others. */
const tabs = new BroadcastChannel('frontdesk.session');
const ANSWER_MS = 200;

tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
  const { value: own } = session;
  if ('ask' in data) {
    if (own && !isExpired.value) tabs.postMessage({ session: own });
  } else if (own === undefined) onFound?.(data.session);
  else if (parseUser(own).subject === parseUser(data.session).subject && data.session.expiresAt > own.expiresAt)
    storeSession(data.session);
});

let onFound: ((found: Session) => void) | undefined;

/** Returns another tab's session; undefined if no tab has one. */
function askOtherTabs(): Promise<Session | undefined> {
  return new Promise((resolve) => {
    onFound = resolve;
    tabs.postMessage({ ask: true });
    setTimeout(resolve, ANSWER_MS);
  });
}

const loadSession = () => readStored(sessionStorage, SESSION_KEY) as Session | undefined;

async function requestToken(parameters: Record<string, string>): Promise<Session> {
  const { token_endpoint: endpoint } = await fetchEndpoints();
  const form = new URLSearchParams({ client_id: config.value.clientId, ...parameters });
  const response = await fetch(endpoint, { method: 'POST', body: form });
  const body = await response.json();
  if (!response.ok) throw new Error(body.error_description ?? 'The issuer returned no token.');
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = body;
  return { accessToken, refreshToken, expiresAt: Date.now() + seconds * 1000 };
}

function fetchEndpoints() {
  return fetchJson<Record<'authorization_endpoint' | 'token_endpoint', string>>(
    `${config.value.authority}/.well-known/openid-configuration`,
  );
}

function redirectUri(): string {
  return location.origin + location.pathname;
}

const createSecret = () => base64url.encode(crypto.getRandomValues(new Uint8Array(32)));

async function hashVerifier(verifier: string): Promise<string> {
  return base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

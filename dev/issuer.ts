/**
 * Emulator of the cloud's token issuer: discovery, JWK Set, sign-in and tokens at Entra's paths, version 2.0.
 * Source: OpenID Connect Discovery 1.0 4; RFC 7517; RFC 6749; RFC 7636.
 */
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { EmulatedServer } from './faults/emulated-server.ts';
import { authorize } from './issuer/authorize.ts';
import { type Claims, completeClaims, toPersonClaims } from './issuer/claims.ts';
import type { Authority, SignIn } from './issuer/grants.ts';
import { type Accounts, openKeyRing } from './issuer/key-ring.ts';
import { OAuthError } from './issuer/oauth.ts';
import { redeem, type TokenRequest } from './issuer/token-endpoint.ts';
import { people, portalClientId } from './personas.ts';
import { personalTenant, tenants } from './seed.ts';
import { allowOrigins, listen, type RunningServer } from './server.ts';

export interface IssuerOptions {
  readonly port: number;
  /** Stores the signing keys, so that tokens stay valid after a restart. */
  readonly keyFile?: string;
  /** Of pages of other machines that may sign in and call the control API. */
  readonly origins?: readonly string[];
  /** PEM texts; with them the issuer serves HTTPS. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
}

export interface RunningIssuer extends RunningServer {
  /**
   * Returns an access token of the administrator (the pipeline with `idtyp: 'app'`) with these claims replaced; null
   * removes a claim. `accounts` signs with the key of other accounts than the tenant's.
   */
  issueToken(claims: Claims, accounts?: Accounts): Promise<string>;
  /** Signs with a new key from now on. The old one stays published. */
  rotateKey(): Promise<void>;
}

/** What faults and recorded calls name. */
const apis = {
  discovery: /^GET .*\/\.well-known\/openid-configuration/,
  jwks: /^GET .*\/discovery\/v2\.0\/keys/,
  authorize: /^GET .*\/oauth2\/v2\.0\/authorize/,
  token: /^POST .*\/oauth2\/v2\.0\/token/,
};

/**
 * Starts the issuer. Control: `/_control/faults|calls|reset`, `/_control/people`, and
 * `/_control/token` for a token: of `?persona=`, or of the posted claims.
 */
export async function startIssuer({ port, keyFile, origins = [], tls }: IssuerOptions): Promise<RunningIssuer> {
  const keys = await openKeyRing(keyFile);
  const isAllowed = allowOrigins(origins);
  const signIn: SignIn = { codes: new Map(), refreshTokens: new Map(), keys, issuerUrl: '', isAllowed };
  const issueToken = (claims: Claims, accounts?: Accounts) =>
    keys.sign(completeClaims(claims, signIn.issuerUrl), accounts);

  const app = new Hono();
  const server = new EmulatedServer({
    apis,
    findApp: () => app,
    reset: async () => {
      signIn.codes.clear();
      signIn.refreshTokens.clear();
      await keys.restore();
    },
    origins,
    tls,
  });
  server.control
    .get('/people', (c) => c.json({ people }))
    .get('/token', async (c) => {
      const person = people.find(({ id }) => id === c.req.query('persona'));
      if (!person) return c.json({ error: `persona must be one of ${people.map(({ id }) => id).join(', ')}` }, 400);
      return c.json({ access_token: await issueToken(toPersonClaims(person, portalClientId)) });
    })
    .post('/token', async (c) => c.json({ access_token: await issueToken(await c.req.json<Claims>()) }));

  app.use(cors({ origin: (origin) => (isAllowed(origin) ? origin : null) }));
  routeMetadata(app, signIn);
  routeSignIn(app, signIn);

  const running = await listen(server.createServer(), port);
  signIn.issuerUrl = running.url;
  return { ...running, issueToken, rotateKey: keys.rotate };
}

function routeSignIn(app: Hono, signIn: SignIn): void {
  app.get('/:tenant/oauth2/v2.0/authorize', (c) => authorize(c, readAuthority(c), signIn));
  app.get('/:tenant/oauth2/v2.0/logout', (c) => {
    const { post_logout_redirect_uri: target, state } = c.req.query();
    if (!target || !signIn.isAllowed(target)) return c.text('You have signed out.');
    return c.redirect(state ? `${target}?state=${encodeURIComponent(state)}` : target);
  });
  app.post('/:tenant/oauth2/v2.0/token', async (c) => {
    const form = (await c.req.parseBody()) as TokenRequest;
    return c.json(await redeem(form, readAuthority(c), signIn), 200, { 'cache-control': 'no-store' });
  });
  app.post('/:tenant/oauth2/v2.0/devicecode', () => {
    throw new OAuthError(
      'unauthorized_client',
      70002,
      'The local issuer has no device codes. Sign in with a page, or use the token command.',
    );
  });
  // MSAL reads an error only from JSON.
  app.notFound((c) => {
    const error = new OAuthError('invalid_request', 90015, `The local issuer has nothing at ${c.req.path}.`);
    return c.json(error.toJSON(), 404);
  });
  app.onError((error, c) => {
    if (error instanceof OAuthError) return c.json(error.toJSON(), error.status, { 'cache-control': 'no-store' });
    throw error;
  });
}

/** Serves the discovery document and the JWK Set. */
function routeMetadata(app: Hono, signIn: SignIn): void {
  app.get('/:tenant/v2.0/.well-known/openid-configuration', (c) => {
    const authority = readAuthority(c);
    const base = `${signIn.issuerUrl}/${authority}`;
    return c.json({
      // For `common` the issuer is a template for the token's tenant, as in Entra.
      issuer: `${signIn.issuerUrl}/${authority === 'common' ? '{tenantid}' : authority}/v2.0`,
      authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
      token_endpoint: `${base}/oauth2/v2.0/token`,
      end_session_endpoint: `${base}/oauth2/v2.0/logout`,
      token_endpoint_auth_methods_supported: ['client_secret_post', 'none'],
      jwks_uri: `${base}/discovery/v2.0/keys`,
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'fragment'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
      request_uri_parameter_supported: false,
    });
  });
  app.get('/:tenant/discovery/v2.0/keys', (c) => {
    return c.json({ keys: listKeys(signIn, readAuthority(c)) });
  });
}

/** Returns the JWK Set, in which each key names its issuer, as in Entra; at `common` also the key of personal accounts. */
function listKeys({ keys, issuerUrl }: SignIn, authority: Authority): readonly object[] {
  const toPublished = (accounts: Accounts, tenant: string) =>
    keys.publicKeys(accounts).map((key) => ({ ...key, issuer: `${issuerUrl}/${tenant}/v2.0` }));
  if (authority !== 'common') return toPublished('work', authority);
  return [...toPublished('work', '{tenantid}'), ...toPublished('personal', personalTenant)];
}

/** Throws OAuthError for an unknown tenant. */
function readAuthority(c: Context): Authority {
  const tenant = c.req.param('tenant')?.toLowerCase() ?? '';
  if (tenant === 'common' || Object.values<string>(tenants).includes(tenant)) return tenant;
  throw new OAuthError('invalid_request', 90002, `Tenant '${tenant}' not found.`);
}

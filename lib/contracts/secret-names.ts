/** Decides by its name whether a member is a secret. Source: spec 1, Authorization; spec 2, Output (secrets). */

/** Keys that open something; a partition's, a row's or a public key does not. */
const KEY_OF = [
  'access',
  'account',
  'admin',
  'api',
  'app',
  'application',
  'auth',
  'authorization',
  'client',
  'consumer',
  'decryption',
  'encryption',
  'function',
  'hmac',
  'host',
  'master',
  'policy',
  'primary',
  'private',
  'sas',
  'secondary',
  'secret',
  'session',
  'shared',
  'signing',
  'ssh',
  'storage',
  'subscription',
  'symmetric',
  'webhook',
].join('|');

const SECRET = new RegExp(
  [
    'secret|passw(?:or)?d|pwd|passphrase|passcode|credential|assertion|token|connectionstring|signature|cookie',
    'authorizationcode|codeverifier|jwt$|pfx$',
    '^(?:sas|sig|otp|keys?)$',
    `(?:${KEY_OF})keys?\\d?$`,
  ].join('|'),
);

/** Endings of names that tell something about a secret and are none themselves. */
const ABOUT_A_SECRET =
  /(?:names?|ids?|types?|ur[il]s?|endpoints?|methods?|modes?|polic(?:y|ies)|lifetime|length|count|algorithm|format|location|scopes?|expiry|expires(?:in|on|at)?)$/;

/** An address that bears its signature. */
const SIGNED_ADDRESS = /(?:^|blob|container|storage|account|service)sas(?:url|uri)$/;

/** Whether a member of that name is a secret; case and separators make no difference (`client_secret`, `ClientSecret`). */
export function isSecretName(name: string): boolean {
  const letters = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return SIGNED_ADDRESS.test(letters) || (SECRET.test(letters) && !ABOUT_A_SECRET.test(letters));
}

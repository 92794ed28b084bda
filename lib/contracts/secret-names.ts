/** Recognizes secrets by the names of their members. Source: S1-08, S2-54. */

/** Words before `key` that make it a secret; a partition key, a row key or a public key is none. */
const KEY_OF = [
  'access|account|admin|api|app|application|auth|authorization|client|consumer|decryption|encryption|function',
  'hmac|host|master|policy|primary|private|sas|secondary|secret|session|shared|signing|ssh|storage|subscription',
  'symmetric|webhook',
].join('|');

const SECRET = new RegExp(
  [
    'secret|passw(?:or)?d|pwd|passphrase|passcode|credential|assertion|token|connectionstring|signature|cookie',
    'authorizationcode|consentcode|codeverifier|jwt$|pfx$',
    '^(?:sas|sig|otp|keys?\\d?)$',
    `(?:${KEY_OF})keys?\\d?$`,
  ].join('|'),
);

/** Endings of names that describe a secret but do not hold one. */
const ABOUT_A_SECRET =
  /(?:names?|ids?|types?|ur[il]s?|endpoints?|methods?|modes?|polic(?:y|ies)|length|count|algorithm|format|location|scopes?|version|expir(?:y|ed)|expires(?:in|on|at)?|required|enabled|time|(?<!up)date|days|hours|minutes|seconds)$/;

/** A URL that contains its signature. */
const SIGNED_ADDRESS = /(?:^|blob|container|storage|account|service)sas(?:url|uri)$/;

/** Returns whether a member of this name holds a secret; case and separators do not matter (`client_secret`, `ClientSecret`). */
export function isSecretName(name: string): boolean {
  const letters = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return SIGNED_ADDRESS.test(letters) || (SECRET.test(letters) && !ABOUT_A_SECRET.test(letters));
}

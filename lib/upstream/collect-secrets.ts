/** Finds the secrets in a request's body, by the names that they stand under. */
import { isSecretName } from '../contracts/secret-names.ts';
import { tryParseJson } from '../http/parse-json.ts';

/** Shorter values are no secrets, and masking them would tear words apart. */
const MIN_LENGTH = 4;

/** Names in an address's query that bear a secret besides the usual ones: a function's key, a signature. */
const SECRET_PARAMETERS = new Set(['code', 'sig']);

/** Answers every secret; below a secret's name all is secret. */
export function collectSecrets(body: unknown): string[] {
  return collect(body, false).filter((secret) => secret.length >= MIN_LENGTH);
}

function collect(value: unknown, isSecret: boolean): string[] {
  if (typeof value === 'string') return isSecret ? [value] : collectFromText(value);
  if (typeof value === 'number') return isSecret ? [String(value)] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((element) => collect(element, isSecret));
  return Object.entries(value).flatMap(([name, member]) => collect(member, isSecret || isSecretName(name)));
}

/** A text may be JSON, or an address that bears a secret. */
function collectFromText(text: string): string[] {
  if (/^\s*[{[]/.test(text)) return collect(tryParseJson(text), false);
  if (!/^\w+:\/\//.test(text) || !URL.canParse(text)) return [];
  const { searchParams, password } = new URL(text);
  const secrets = [...searchParams].filter(([name]) => isSecretName(name) || SECRET_PARAMETERS.has(name.toLowerCase()));
  return [...secrets.map(([, secret]) => secret), ...(password ? [password] : [])];
}

/** What one check found. Texts are ours: they name settings, never values. */
export interface Finding {
  readonly check: string;
  readonly isGood: boolean;
  readonly found: string;
  /** What to do, where it is not good. */
  readonly mend?: string;
}

export function good(check: string, found: string): Finding {
  return { check, isGood: true, found };
}

export function bad(check: string, found: string, mend: string): Finding {
  return { check, isGood: false, found, mend };
}

export const TIMEOUT_MS = 5_000;

const NETWORK: readonly (readonly [RegExp, string, (setting: string) => string])[] = [
  [
    /ENOTFOUND|EAI_AGAIN/,
    'its host name is not known',
    (setting) => `Correct the host in ${setting}, or this machine's DNS.`,
  ],
  [
    /ECONNREFUSED/,
    'nothing listens there',
    (setting) => `Start what ${setting} names (locally: npm start), or correct its port.`,
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|DEPTH_ZERO|ERR_TLS/,
    'its certificate is not trusted',
    (setting) => `Correct the host in ${setting}; where a proxy breaks TLS, give Node its root by NODE_EXTRA_CA_CERTS.`,
  ],
  [
    /Timeout|Abort|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT/,
    'it did not answer in time',
    (setting) => `Check network rules between here and what ${setting} names: firewall, private endpoint, proxy.`,
  ],
];

/** Answers what a failed connection amounts to; `setting` names the address. */
export function describeFailure(check: string, setting: string, cause: unknown): Finding {
  const words = listNames(cause).join(' ');
  const [, found, toMend] = NETWORK.find(([pattern]) => pattern.test(words)) ?? [];
  if (found && toMend) return bad(check, found, toMend(setting));
  return bad(
    check,
    `it cannot be reached (${words || 'no reason given'})`,
    `Check what ${setting} names, and the way there.`,
  );
}

/** Names and codes of an error and its causes: their messages may quote addresses and secrets. */
function listNames(cause: unknown): string[] {
  if (!(cause instanceof Error)) return [];
  const code = 'code' in cause && typeof cause.code === 'string' ? [cause.code] : [];
  const parts = cause instanceof AggregateError ? cause.errors.flatMap(listNames) : [];
  return [cause.name, ...code, ...parts, ...listNames(cause.cause)];
}

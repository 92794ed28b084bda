/** The result of one check. Texts are fixed and name settings, never values, which may be secrets. */
export interface Finding {
  readonly check: string;
  readonly isGood: boolean;
  readonly found: string;
  /** What to do; only for a failed check. */
  readonly fix?: string;
}

export function good(check: string, found: string): Finding {
  return { check, isGood: true, found };
}

export function bad(check: string, found: string, fix: string): Finding {
  return { check, isGood: false, found, fix };
}

export const TIMEOUT_MS = 5_000;

interface NetworkFailure {
  /** Matches names and codes of an error and its causes. */
  readonly pattern: RegExp;
  readonly found: (setting: string) => string;
  readonly fix: (setting: string) => string;
}

const NETWORK_FAILURES: readonly NetworkFailure[] = [
  {
    pattern: /ENOTFOUND|EAI_AGAIN/,
    found: (setting) => `the host name in ${setting} is unknown`,
    fix: (setting) => `Fix the host name in ${setting}, or this machine's DNS.`,
  },
  {
    pattern: /ECONNREFUSED/,
    found: (setting) => `cannot connect to the address in ${setting}`,
    fix: (setting) => `Start the server that ${setting} names (locally: npm start) or fix the port.`,
  },
  {
    pattern: /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|DEPTH_ZERO|ERR_TLS/,
    found: (setting) => `the certificate of the host in ${setting} is not trusted`,
    fix: (setting) => `Fix the host in ${setting}; behind a TLS-inspecting proxy, set NODE_EXTRA_CA_CERTS.`,
  },
  {
    pattern: /Timeout|Abort|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT/,
    found: (setting) => `timeout on the address in ${setting}`,
    fix: () => 'Check the network rules on the way there: firewall, private endpoint, proxy.',
  },
];

/** `setting` has the address of the failed connection. */
export function describeFailure(check: string, setting: string, cause: unknown): Finding {
  const names = listNames(cause).join(' ');
  const failure = NETWORK_FAILURES.find(({ pattern }) => pattern.test(names));
  if (failure) return bad(check, failure.found(setting), failure.fix(setting));
  const found = `cannot be reached (${names || 'no reason given'})`;
  return bad(check, found, `Check ${setting} and the network on the way there.`);
}

/** Names and codes of an error and its causes; their messages may quote addresses and secrets. */
function listNames(cause: unknown): string[] {
  if (!(cause instanceof Error)) return [];
  const code = 'code' in cause && typeof cause.code === 'string' ? [cause.code] : [];
  const parts = cause instanceof AggregateError ? cause.errors.flatMap(listNames) : [];
  return [cause.name, ...code, ...parts, ...listNames(cause.cause)];
}

/** The result of one check. Texts name settings, never values, which may be secrets; of an address, its origin. */
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
  /** `address` is the origin that could not be reached, with the setting that names it. */
  readonly found: (address: string) => string;
  readonly fix: (setting: string) => string;
}

const NETWORK_FAILURES: readonly NetworkFailure[] = [
  {
    pattern: /ENOTFOUND|EAI_AGAIN/,
    found: (address) => `the host name of ${address} is unknown`,
    fix: (setting) => `Fix the host name in ${setting}, or this machine's DNS.`,
  },
  {
    pattern: /ECONNREFUSED/,
    found: (address) => `cannot connect to ${address}`,
    fix: (setting) =>
      `Start the server that ${setting} names (locally: npm start) or fix the port; else check DNS, private endpoints, firewall.`,
  },
  {
    pattern: /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|DEPTH_ZERO|ERR_TLS/,
    found: (address) => `the certificate of ${address} is not trusted`,
    fix: (setting) => `Fix the host in ${setting}; behind a TLS-inspecting proxy, set NODE_EXTRA_CA_CERTS.`,
  },
  {
    pattern: /Timeout|Abort|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT/,
    found: (address) => `no response from ${address} in time`,
    fix: () => 'Check the way there: DNS, private endpoints, firewall, proxy.',
  },
];

/** `setting` names the address of the failed connection: a URL, or a connection string. */
export function describeFailure(check: string, setting: string, value: string, cause: unknown): Finding {
  const names = listNames(cause).join(' ');
  const failure = NETWORK_FAILURES.find(({ pattern }) => pattern.test(names));
  const address = `${toOrigin(value)} (${setting})`;
  if (failure) return bad(check, failure.found(address), failure.fix(setting));
  const found = `${address} cannot be reached (${names || 'no reason given'})`;
  return bad(check, found, `Check ${setting} and the way there: DNS, private endpoints, firewall.`);
}

/** Returns an address without what may be secret: no path, no query, no account key. */
function toOrigin(value: string): string {
  const [, endpoint] = /(?:^|;)TableEndpoint=([^;]+)/i.exec(value) ?? [];
  const [, account] = /(?:^|;)AccountName=([^;]+)/i.exec(value) ?? [];
  const url = endpoint ?? (account === undefined ? value : `https://${account}.table.core.windows.net`);
  return URL.canParse(url) ? new URL(url).origin : 'the address';
}

/** Names and codes of an error and its causes; their messages may quote addresses and secrets. */
function listNames(cause: unknown): string[] {
  if (!(cause instanceof Error)) return [];
  const code = 'code' in cause && typeof cause.code === 'string' ? [cause.code] : [];
  const parts = cause instanceof AggregateError ? cause.errors.flatMap(listNames) : [];
  return [cause.name, ...code, ...parts, ...listNames(cause.cause)];
}

/** What went wrong with one try, told apart as far as it matters for what is done next. */
export type Failure = { readonly retryAfterMs?: number } & (
  | {
      /**
       * `connect`: nothing was sent. `tls`: the upstream is not who it should be. `reset`: the connection broke after bytes went out.
       * `timeout`: no answer in the try's time. `invalid`: an answer that is not one.
       */
      readonly kind: 'connect' | 'tls' | 'reset' | 'timeout' | 'invalid';
      readonly cause: unknown;
    }
  | { readonly kind: 'status'; readonly status: number }
);

const CONNECT_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const INVALID_CODES = /^(?:HPE_|UND_ERR_RES_EXCEEDED_MAX_SIZE$|UND_ERR_HEADERS_OVERFLOW$)/;

/** Answers the failure behind what a call threw; `timedOut` says that its time was up. */
export function toFailure(cause: unknown, timedOut: boolean): Failure {
  const code = readCode(cause);
  if (CONNECT_CODES.has(code) && !isInUse(cause)) return { kind: 'connect', cause };
  if (timedOut) return { kind: 'timeout', cause };
  if (/^(?:ERR_TLS_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/.test(code)) return { kind: 'tls', cause };
  // Some of the parser's errors bear no code.
  if (INVALID_CODES.test(code) || (cause instanceof Error && cause.name === 'HTTPParserError'))
    return { kind: 'invalid', cause };
  return { kind: 'reset', cause };
}

/** A socket that was already read from or written to gives some of the same codes. */
function isInUse(cause: unknown): boolean {
  return cause instanceof Error && 'syscall' in cause && (cause.syscall === 'read' || cause.syscall === 'write');
}

function readCode(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}

/** What the emulated APIs were asked: one record a call, for tests to read through the control API. */

export const apiNames = ['arm', 'graph', 'docs', 'business'] as const;

export type ApiName = (typeof apiNames)[number];

export interface Call {
  /** When it came, ISO 8601. */
  readonly at: string;
  readonly api: ApiName;
  readonly method: string;
  /** Path and query exactly as they were received. */
  readonly path: string;
  /** Names in lower case; a field sent twice is joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The status answered; null while there is none, and for good when the connection was cut before. */
  status: number | null;
}

const maxCalls = 10_000;

/** The calls since the last reset, the oldest dropped beyond `maxCalls`. */
export interface CallLog {
  record(call: Call): void;
  list(): readonly Call[];
  clear(): void;
}

export function createCallLog(): CallLog {
  let calls: Call[] = [];
  return {
    record(call) {
      calls.push(call);
      if (calls.length > maxCalls) calls.shift();
    },
    list: () => calls,
    clear() {
      calls = [];
    },
  };
}

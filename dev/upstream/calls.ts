export const apiNames = ['arm', 'graph', 'docs', 'business'] as const;

export type ApiName = (typeof apiNames)[number];

/** A request to an emulated API, for tests to read through the control API. */
export interface RecordedCall {
  /** Time of receipt, ISO 8601. */
  readonly at: string;
  readonly api: ApiName;
  readonly method: string;
  /** Path and query exactly as received. */
  readonly path: string;
  /** Names in lower case; values of a repeated header are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Status of the response; null before it is sent, and if the connection was cut first. */
  status: number | null;
}

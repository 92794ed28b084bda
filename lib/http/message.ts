/** The plain messages that the pipeline speaks; adapters turn a host's own requests and answers into them. */

/** A request as the host hands it over. */
export interface RequestMessage {
  readonly method: string;
  /** Route values, decoded once by the host; never decode them again. */
  readonly params: Readonly<Record<string, string>>;
  /** The query as it stands in the address, still encoded, without its question mark. */
  readonly rawQuery: string;
  /** A field's value, or undefined when absent; `name` in lower case. */
  header(name: string): string | undefined;
  /** The host's own span of this invocation, as in `traceparent`. */
  readonly hostTraceParent?: string | undefined;
  /** Reads the content once. Throws Problem `content_too_large` beyond `maxBytes`. */
  readBody(maxBytes: number): Promise<Uint8Array>;
}

/** An answer for the host to send; field names in lower case. */
export interface ResponseMessage {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body?: Uint8Array | string;
}

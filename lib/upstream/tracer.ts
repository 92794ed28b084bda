/** What of a call is measured; the request's record implements it. */

export interface Tracer {
  /** Starts a span; returns the headers to send and a function that ends it. */
  startSpan(name: 'token' | 'queue' | 'upstream' | 'pause'): {
    readonly headers: Readonly<Record<string, string>>;
    end(status?: number, failure?: string): void;
  };
}

/** Measures a wait that has just begun. */
export async function measure<T>(tracer: Tracer, name: 'queue' | 'pause', wait: Promise<T>): Promise<T> {
  const span = tracer.startSpan(name);
  try {
    return await wait;
  } finally {
    span.end();
  }
}

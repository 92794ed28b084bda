/** A frontend of the demo: sends calls with its own token and keeps what came back. */

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The content as JSON; undefined where there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: each step reads the shape that it expects.
  readonly json: any;
  readonly ms: number;
}

export interface Call {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Caller {
  send(method: string, target: string, call?: Call): Promise<Answer>;
}

/** Answers a caller of the app at `url`; without a token it goes without. */
export function createCaller(url: string, token: string | undefined): Caller {
  return {
    async send(method, target, { headers = {}, body } = {}) {
      const startedAt = performance.now();
      const response = await fetch(target.startsWith('http') ? target : url + target, {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const ms = performance.now() - startedAt;
      return {
        status: response.status,
        headers: response.headers,
        json: text === '' ? undefined : JSON.parse(text),
        ms,
      };
    },
  };
}

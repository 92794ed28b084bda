/** A frontend of the demo: sends requests with its own token. */

export interface DemoResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; undefined without a body. */
  // biome-ignore lint/suspicious/noExplicitAny: each step reads the properties that it expects.
  readonly json: any;
  readonly ms: number;
}

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Caller {
  send(method: string, target: string, options?: RequestOptions): Promise<DemoResponse>;
}

/** Returns a caller of the app at `url`; without a token its requests are anonymous. */
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
      }).catch((cause: unknown) => {
        throw new Error(`Cannot connect to Frontdesk at ${url}. Start it, or stop the local stack.`, { cause });
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

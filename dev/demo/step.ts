/** One step of the demo, who takes it, and what several steps share. */

export interface Step {
  readonly title: string;
  /** The expected status, or several. */
  readonly expect: number | readonly number[];
  readonly send: (callers: Callers) => Promise<DemoResponse>;
  /** Returns what to print of the response. Throws, or returns undefined, if it is not as expected. */
  readonly describe: (response: DemoResponse) => string | undefined;
}

export function step(title: string, expect: Step['expect'], send: Step['send'], describe: Step['describe']): Step {
  return { title, expect, send, describe };
}

export interface Callers {
  readonly administrator: Caller;
  /** A user of another tenant. */
  readonly stranger: Caller;
  readonly anonymous: Caller;
}

export function asAdministrator(method: string, target: string, options?: RequestOptions): Step['send'] {
  return ({ administrator }) => administrator.send(method, target, options);
}

/** Returns undefined unless the response came from the cache. */
export function describeHit({ headers }: DemoResponse): string | undefined {
  const status = headers.get('cache-status') ?? '';
  return status.includes('hit') ? `${status}, age ${headers.get('age')} s` : undefined;
}

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

/** The namespace and the path prefixes of each profile. */
export interface ProfileNames {
  readonly namespace: 'Vendor' | 'Microsoft';
  readonly documents: string;
  readonly graph: string;
  readonly business: string;
}

export const profiles: Readonly<Record<'vendor' | 'microsoft', ProfileNames>> = {
  vendor: { namespace: 'Vendor', documents: '/vendor-docs', graph: '', business: '' },
  microsoft: { namespace: 'Microsoft', documents: '/documentintelligence', graph: '/v1.0', business: '/v2.0' },
};

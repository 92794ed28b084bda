/** Sends telemetry to a collector, beside the requests: bounded in time and in memory, and nothing waits for it. Source: OTLP/HTTP. */
import { createHttpClient } from '../http/http-client.ts';
import { SafeError } from '../http/problem.ts';
import { splitUrl } from '../http/url.ts';
import { systemClock } from '../time/clock.ts';

export interface Endpoint {
  /** `/v1/traces` and `/v1/metrics` are below it. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Collector {
  /** Answers whether the collector took it, and throws where it is worth a second try. */
  send(signal: 'traces' | 'metrics', request: unknown): Promise<boolean>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 3_000;
const MAX_ANSWER_BYTES = 64 * 1024;
/** Source: OTLP/HTTP, "Retryable Response Codes". */
const RETRYABLE = new Set([429, 502, 503, 504]);

/** Opens the way to a collector without calling it; its own words are not kept. */
export function openCollector({ url, headers }: Endpoint): Collector {
  const { origin, basePath } = splitUrl(url);
  const http = createHttpClient(origin, {
    clock: systemClock,
    maxResponseBytes: MAX_ANSWER_BYTES,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
  });
  return {
    async send(signal, request) {
      const { status } = await http.send({
        method: 'POST',
        path: `${basePath}/v1/${signal}`,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(request),
        timeoutMs: TIMEOUT_MS,
      });
      if (RETRYABLE.has(status)) throw new SafeError('The collector asks to come again.');
      return status >= 200 && status < 300;
    },
    close: () => http.close(),
  };
}

/** Reads `name=value,name=value`, values percent-encoded; what has another form is left out. Source: OpenTelemetry, OTLP exporter. */
export function parsePairs(text: string | undefined): Readonly<Record<string, string>> {
  const pairs = (text ?? '').split(',').flatMap((pair) => {
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(at, 0)).trim();
    return name === '' ? [] : [[name, decode(pair.slice(at + 1).trim())] as const];
  });
  return Object.fromEntries(pairs);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export interface Batch<T> {
  add(item: T): void;
  /** Sends what has come together; never throws. */
  flush(): Promise<void>;
  /** How many were lost: the batch was full, or the collector refused them. */
  readonly lost: number;
}

/** Answers a batch of at most `most` items: what comes while it is full is lost, and counted. */
export function createBatch<T>(most: number, send: (items: readonly T[]) => Promise<boolean>): Batch<T> {
  let items: T[] = [];
  let flight: Promise<void> | undefined;
  let lost = 0;
  return {
    add(item) {
      if (items.length < most) items.push(item);
      else lost++;
    },
    flush() {
      flight ??= sendAll().finally(() => {
        flight = undefined;
      });
      return flight;
    },
    get lost() {
      return lost;
    },
  };

  async function sendAll(): Promise<void> {
    if (items.length === 0) return;
    const sending = items;
    items = [];
    try {
      if (!(await send(sending))) lost += sending.length;
    } catch {
      // They go with the next ones, as far as there is room.
      const kept = sending.slice(0, Math.max(0, most - items.length));
      lost += sending.length - kept.length;
      items = [...kept, ...items];
    }
  }
}

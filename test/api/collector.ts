/** A collector that keeps what it receives in memory: OTLP/HTTP in protobuf and JSON, checked strictly. */
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import { listen, type RunningServer } from '../../dev/server.ts';
import { decodeMetrics, decodeTraces } from './decode-otlp.ts';

const integer = z.union([z.int(), z.string().regex(/^-?\d+$/)]).transform(Number);
const none = z.union([z.literal(0), z.tuple([])]).optional();
const value = z.union([z.strictObject({ stringValue: z.string() }), z.strictObject({ intValue: integer })]);
const attributes = z.array(z.strictObject({ key: z.string().min(1), value })).default([]);
const nanoseconds = z.string().regex(/^\d{19}$/);
const traceId = z.string().regex(/^[0-9a-f]{32}$/);
const spanId = z.string().regex(/^[0-9a-f]{16}$/);
const resource = z.strictObject({ attributes, droppedAttributesCount: none });
const scope = z.strictObject({ name: z.string(), version: z.literal('').optional() });
const schemaUrl = z.string().optional();

const span = z.strictObject({
  traceId,
  spanId,
  parentSpanId: spanId.optional(),
  traceState: z.string().optional(),
  name: z.string(),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes,
  status: z.strictObject({ code: z.int().min(0).max(2).default(0) }),
  /** Sampled, and whether the parent is remote is known. */
  flags: z.literal(0x101),
  events: none,
  links: none,
  droppedAttributesCount: none,
  droppedEventsCount: none,
  droppedLinksCount: none,
});
const traces = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource,
      schemaUrl,
      scopeSpans: z.array(z.strictObject({ scope, schemaUrl, spans: z.array(span) })),
    }),
  ),
});

const times = { startTimeUnixNano: nanoseconds, timeUnixNano: nanoseconds };
const described = { name: z.string(), unit: z.string(), description: z.string().default('') };
const number = z.strictObject({ attributes, ...times, asDouble: z.number() });
const histogram = z
  .strictObject({
    attributes,
    ...times,
    count: integer,
    sum: z.number(),
    min: z.number().optional(),
    max: z.number().optional(),
    bucketCounts: z.array(integer),
    explicitBounds: z.array(z.number()),
  })
  .refine(({ bucketCounts, explicitBounds }) => bucketCounts.length === explicitBounds.length + 1)
  .refine(({ bucketCounts, count }) => bucketCounts.reduce((sum, each) => sum + each, 0) === count);
const aggregationTemporality = z.literal(2);
const metric = z.union([
  z.strictObject({
    ...described,
    sum: z.strictObject({ aggregationTemporality, isMonotonic: z.literal([true, 1]), dataPoints: z.array(number) }),
  }),
  z.strictObject({ ...described, gauge: z.strictObject({ dataPoints: z.array(number) }) }),
  z.strictObject({
    ...described,
    histogram: z.strictObject({ aggregationTemporality, dataPoints: z.array(histogram) }),
  }),
]);
const metrics = z.strictObject({
  resourceMetrics: z.array(
    z.strictObject({
      resource,
      schemaUrl,
      scopeMetrics: z.array(z.strictObject({ scope, schemaUrl, metrics: z.array(metric) })),
    }),
  ),
});

export interface SeenSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly state: string | undefined;
  readonly name: string;
  readonly kind: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly hasFailed: boolean;
  readonly attributes: Readonly<Record<string, string | number>>;
}

export interface SeenPoint {
  readonly metric: string;
  readonly labels: Readonly<Record<string, string | number>>;
  /** A histogram's count. */
  readonly value: number;
}

export interface Collector extends RunningServer {
  readonly spans: SeenSpan[];
  /** From the last export of metrics. */
  points: readonly SeenPoint[];
  /** Why each invalid export is invalid. */
  readonly faults: string[];
  readonly headers: IncomingMessage['headers'][];
  resource: Readonly<Record<string, string | number>>;
  /** Statuses of the next responses; 200 after them. */
  readonly statuses: number[];
  /** Requests get no response until the returned function is called. */
  pause(): () => void;
}

const CONTENT_TYPES: Readonly<Record<string, (body: Buffer, path: string) => unknown>> = {
  'application/json': (body) => JSON.parse(String(body)),
  'application/x-protobuf': (body, path) => (path === '/v1/traces' ? decodeTraces(body) : decodeMetrics(body)),
};

export async function startCollector(): Promise<Collector> {
  let paused: Promise<void> | undefined;
  const server = createServer((request, response) => {
    void buffer(request).then(async (body) => {
      collector.headers.push(request.headers);
      await paused;
      const status = collector.statuses.shift() ?? 200;
      if (status === 200) receive(request, body);
      response.writeHead(status).end();
    });
  });
  const collector: Collector = {
    ...(await listen(server, 0)),
    ...{ spans: [], points: [], faults: [], headers: [], resource: {}, statuses: [] },
    pause() {
      let resume = (): void => {};
      paused = new Promise((resolve) => {
        resume = resolve;
      });
      return resume;
    },
  };
  return collector;

  function receive({ url = '', headers }: IncomingMessage, body: Buffer): void {
    try {
      const decoded = CONTENT_TYPES[String(headers['content-type'])]?.(body, url);
      if (url === '/v1/traces') receiveTraces(decoded);
      else if (url === '/v1/metrics') receiveMetrics(decoded);
      else collector.faults.push(url);
    } catch (error) {
      collector.faults.push(String(error));
    }
  }

  function receiveTraces(decoded: unknown): void {
    const { resourceSpans } = traces.parse(decoded);
    collector.resource = toRecord(resourceSpans[0]?.resource.attributes ?? []);
    collector.spans.push(
      ...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans.map(toSeen))),
    );
  }

  function receiveMetrics(decoded: unknown): void {
    const { resourceMetrics } = metrics.parse(decoded);
    collector.points = resourceMetrics.flatMap((each) =>
      each.scopeMetrics.flatMap((scoped) => scoped.metrics.flatMap(toPoints)),
    );
  }
}

function toSeen(sent: z.infer<typeof span>): SeenSpan {
  return {
    traceId: sent.traceId,
    spanId: sent.spanId,
    parentId: sent.parentSpanId,
    state: sent.traceState,
    name: sent.name,
    kind: sent.kind,
    startedAt: Number(sent.startTimeUnixNano) / 1e6,
    endedAt: Number(sent.endTimeUnixNano) / 1e6,
    hasFailed: sent.status.code === 2,
    attributes: toRecord(sent.attributes),
  };
}

function toPoints(sent: z.infer<typeof metric>): SeenPoint[] {
  if ('histogram' in sent) {
    return sent.histogram.dataPoints.map(({ attributes: labels, count: value }) => ({
      metric: sent.name,
      labels: toRecord(labels),
      value,
    }));
  }
  const { dataPoints } = 'sum' in sent ? sent.sum : sent.gauge;
  return dataPoints.map(({ attributes: labels, asDouble }) => ({
    metric: sent.name,
    labels: toRecord(labels),
    value: asDouble,
  }));
}

function toRecord(sent: z.infer<typeof attributes>): Record<string, string | number> {
  return Object.fromEntries(
    sent.map(({ key, value: one }) => [key, 'intValue' in one ? one.intValue : one.stringValue]),
  );
}

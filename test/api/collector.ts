/** A collector that keeps what it is sent, in memory: OTLP over HTTP in JSON, checked as strictly as one that would refuse it. */
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod';
import { listen, type RunningServer } from '../../dev/server.ts';

const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: z.string().regex(/^-?\d+$/) }),
]);
const attributes = z.array(z.strictObject({ key: z.string().min(1), value }));
const nanoseconds = z.string().regex(/^\d{19}$/);
const count = z.string().regex(/^\d+$/);
const traceId = z.string().regex(/^[0-9a-f]{32}$/);
const spanId = z.string().regex(/^[0-9a-f]{16}$/);
const resource = z.strictObject({ attributes });
const scope = z.strictObject({ name: z.string() });

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
  status: z.strictObject({ code: z.int().min(0).max(2) }).optional(),
});
const traces = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({ resource, scopeSpans: z.array(z.strictObject({ scope, spans: z.array(span) })) }),
  ),
});

const times = { startTimeUnixNano: nanoseconds, timeUnixNano: nanoseconds };
const described = { name: z.string(), unit: z.string(), description: z.string() };
const number = z.strictObject({ attributes, ...times, asDouble: z.number() });
const metric = z.union([
  z.strictObject({
    ...described,
    sum: z.strictObject({
      aggregationTemporality: z.literal(2),
      isMonotonic: z.literal(true),
      dataPoints: z.array(number),
    }),
  }),
  z.strictObject({
    ...described,
    gauge: z.strictObject({ dataPoints: z.array(number.omit({ startTimeUnixNano: true })) }),
  }),
  z.strictObject({
    ...described,
    histogram: z.strictObject({
      aggregationTemporality: z.literal(2),
      dataPoints: z.array(
        z
          .strictObject({
            attributes,
            ...times,
            count,
            sum: z.number(),
            bucketCounts: z.array(count),
            explicitBounds: z.array(z.number()),
          })
          .refine(({ bucketCounts, explicitBounds }) => bucketCounts.length === explicitBounds.length + 1)
          .refine((point) => point.bucketCounts.reduce((sum, each) => sum + Number(each), 0) === Number(point.count)),
      ),
    }),
  }),
]);
const metrics = z.strictObject({
  resourceMetrics: z.array(
    z.strictObject({ resource, scopeMetrics: z.array(z.strictObject({ scope, metrics: z.array(metric) })) }),
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
  /** Of a histogram its count. */
  readonly value: number;
}

export interface Collector extends RunningServer {
  readonly spans: SeenSpan[];
  /** Of the last metrics that came. */
  points: readonly SeenPoint[];
  /** What was sent that no collector would take, by its first fault. */
  readonly faults: string[];
  readonly headers: IncomingMessage['headers'][];
  resource: Readonly<Record<string, string | number>>;
  /** Status of the next answers; 200 after them. */
  readonly answers: number[];
}

export async function startCollector(): Promise<Collector> {
  const server = createServer((request, response) => {
    void json(request).then((content) => {
      collector.headers.push(request.headers);
      const status = collector.answers.shift() ?? 200;
      if (status === 200) take(request.url ?? '', content);
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const collector: Collector = {
    ...(await listen(server, 0)),
    spans: [],
    points: [],
    faults: [],
    headers: [],
    resource: {},
    answers: [],
  };
  return collector;

  function take(path: string, content: unknown): void {
    if (path === '/v1/traces') {
      const { success, data, error } = traces.safeParse(content);
      if (!success) return void collector.faults.push(String(error));
      collector.resource = toRecord(data.resourceSpans[0]?.resource.attributes ?? []);
      collector.spans.push(
        ...data.resourceSpans.flatMap((each) => each.scopeSpans.flatMap(({ spans }) => spans.map(toSeen))),
      );
    } else if (path === '/v1/metrics') {
      const { success, data, error } = metrics.safeParse(content);
      if (!success) return void collector.faults.push(String(error));
      collector.points = data.resourceMetrics.flatMap((each) =>
        each.scopeMetrics.flatMap((scoped) => scoped.metrics.flatMap(toPoints)),
      );
    } else collector.faults.push(path);
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
    hasFailed: sent.status?.code === 2,
    attributes: toRecord(sent.attributes),
  };
}

function toPoints(sent: z.infer<typeof metric>): SeenPoint[] {
  if ('histogram' in sent) {
    return sent.histogram.dataPoints.map(({ attributes: labels, count: value }) => ({
      metric: sent.name,
      labels: toRecord(labels),
      value: Number(value),
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
    sent.map(({ key, value: one }) => [key, 'intValue' in one ? Number(one.intValue) : one.stringValue]),
  );
}

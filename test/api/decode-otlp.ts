/** Decodes OTLP's protobuf messages to the members of its JSON encoding. Source: opentelemetry-proto, trace, metrics, common. */

type Decode = (bytes: Buffer) => unknown;

interface Field {
  readonly name: string;
  /** Of a length-delimited field; the wire type decides for the others, unless `as` is given. */
  readonly decode?: Decode;
  readonly isRepeated?: boolean;
  readonly as?: 'double';
}

type Message = Readonly<Record<number, Field>>;

const text: Decode = (bytes) => bytes.toString('utf8');
const hex: Decode = (bytes) => bytes.toString('hex');
const message =
  (fields: () => Message): Decode =>
  (bytes) =>
    decodeMessage(bytes, fields());
const packed =
  (read: (bytes: Buffer, at: number) => unknown): Decode =>
  (bytes) =>
    Array.from({ length: bytes.length / 8 }, (_, index) => read(bytes, index * 8));
const list = (name: string, fields: () => Message): Field => ({ name, decode: message(fields), isRepeated: true });
const one = (name: string, fields: () => Message): Field => ({ name, decode: message(fields) });
const double = (name: string): Field => ({ name, as: 'double' });

const value: Message = { 1: { name: 'stringValue', decode: text }, 3: { name: 'intValue' } };
const keyValue: Message = { 1: { name: 'key', decode: text }, 2: one('value', () => value) };
const attributes = list('attributes', () => keyValue);
const resource = one('resource', () => ({ 1: attributes, 2: { name: 'droppedAttributesCount' } }));
const scope = one('scope', () => ({ 1: { name: 'name', decode: text }, 2: { name: 'version', decode: text } }));
const times = { 2: { name: 'startTimeUnixNano' }, 3: { name: 'timeUnixNano' } };

const span: Message = {
  1: { name: 'traceId', decode: hex },
  2: { name: 'spanId', decode: hex },
  3: { name: 'traceState', decode: text },
  4: { name: 'parentSpanId', decode: hex },
  5: { name: 'name', decode: text },
  6: { name: 'kind' },
  7: { name: 'startTimeUnixNano' },
  8: { name: 'endTimeUnixNano' },
  9: attributes,
  10: { name: 'droppedAttributesCount' },
  12: { name: 'droppedEventsCount' },
  14: { name: 'droppedLinksCount' },
  15: one('status', () => ({ 3: { name: 'code' } })),
  16: { name: 'flags' },
};
const traces: Message = {
  1: list('resourceSpans', () => ({
    1: resource,
    2: list('scopeSpans', () => ({ 1: scope, 2: list('spans', () => span) })),
  })),
};

const number: Message = { ...times, 4: double('asDouble'), 7: attributes };
const histogram: Message = {
  ...times,
  4: { name: 'count' },
  5: double('sum'),
  6: { name: 'bucketCounts', decode: packed((bytes, at) => Number(bytes.readBigUInt64LE(at))) },
  7: { name: 'explicitBounds', decode: packed((bytes, at) => bytes.readDoubleLE(at)) },
  9: attributes,
  11: double('min'),
  12: double('max'),
};
const temporality: Field = { name: 'aggregationTemporality' };
const metric: Message = {
  1: { name: 'name', decode: text },
  2: { name: 'description', decode: text },
  3: { name: 'unit', decode: text },
  5: one('gauge', () => ({ 1: list('dataPoints', () => number) })),
  7: one('sum', () => ({ 1: list('dataPoints', () => number), 2: temporality, 3: { name: 'isMonotonic' } })),
  9: one('histogram', () => ({ 1: list('dataPoints', () => histogram), 2: temporality })),
};
const metrics: Message = {
  1: list('resourceMetrics', () => ({
    1: resource,
    2: list('scopeMetrics', () => ({ 1: scope, 2: list('metrics', () => metric) })),
  })),
};

/** Throws if the bytes have a field that the schema above does not list. */
export const decodeTraces = (bytes: Buffer): unknown => decodeMessage(bytes, traces);
export const decodeMetrics = (bytes: Buffer): unknown => decodeMessage(bytes, metrics);

function decodeMessage(bytes: Buffer, fields: Message): Record<string, unknown> {
  const decoded: Record<string, unknown> = {};
  const reader = new Reader(bytes);
  while (!reader.isAtEnd()) {
    const key = reader.readVarint();
    const field = fields[key >> 3];
    const found = reader.readValue(key & 7, field);
    if (!field) throw new Error(`Unknown field ${key >> 3} after ${Object.keys(decoded)}.`);
    if (field.isRepeated) decoded[field.name] = [...((decoded[field.name] as unknown[] | undefined) ?? []), found];
    else decoded[field.name] = found;
  }
  return decoded;
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  readVarint(): number {
    let result = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#bytes.readUInt8(this.#at++);
      result += (byte & 127) * scale;
      if (byte < 128) return result;
    }
  }

  readValue(wireType: number, field: Field | undefined): unknown {
    if (wireType === 0) return this.readVarint();
    const length = wireType === 1 ? 8 : wireType === 5 ? 4 : this.readVarint();
    const from = this.#at;
    this.#at += length;
    if (wireType === 5) return this.#bytes.readUInt32LE(from);
    if (wireType === 2) return field?.decode?.(this.#bytes.subarray(from, from + length));
    return field?.as === 'double' ? this.#bytes.readDoubleLE(from) : String(this.#bytes.readBigUInt64LE(from));
  }
}

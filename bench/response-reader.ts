/** Finds the end of each response on a connection, without reading the body. */

export interface ResponseEnd {
  readonly status: number;
  /** The server closes the connection. */
  readonly isLast: boolean;
  /** Of the body, chunk sizes included. */
  readonly bytes: number;
}

interface Head {
  readonly status: number;
  /** Bytes of the body; undefined if it is chunked. */
  readonly length: number | undefined;
  readonly isLast: boolean;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = '0\r\n\r\n';

/** Returns a function that takes the connection's chunks. One response is in flight at a time. */
export function createResponseReader(onEnd: (end: ResponseEnd) => void): (chunk: Buffer) => void {
  const reader = new ResponseReader(onEnd);
  return (chunk) => reader.read(chunk);
}

class ResponseReader {
  readonly #onEnd: (end: ResponseEnd) => void;
  #pending: Buffer | undefined;
  #head: Head | undefined;
  #received = 0;
  /** The last five characters of a chunked body. */
  #tail = '';

  constructor(onEnd: (end: ResponseEnd) => void) {
    this.#onEnd = onEnd;
  }

  read(chunk: Buffer): void {
    const body = this.#head ? chunk : this.#readHead(chunk);
    if (this.#head === undefined) return;
    const { length, status, isLast } = this.#head;
    this.#received += body.length;
    if (length === undefined) {
      this.#tail = (this.#tail + body.toString('latin1', Math.max(0, body.length - 5))).slice(-5);
      if (this.#tail !== LAST_CHUNK) return;
    } else if (this.#received < length) return;
    this.#head = undefined;
    this.#onEnd({ status, isLast, bytes: this.#received });
  }

  /** Returns the part of the body in the chunk. */
  #readHead(chunk: Buffer): Buffer {
    const all = this.#pending ? Buffer.concat([this.#pending, chunk]) : chunk;
    const end = all.indexOf(HEAD_END);
    this.#pending = end < 0 ? all : undefined;
    if (end < 0) return chunk;
    this.#head = parseHead(all.toString('latin1', 0, end));
    this.#received = 0;
    this.#tail = '';
    return all.subarray(end + HEAD_END.length);
  }
}

function parseHead(head: string): Head {
  const status = Number(head.slice(9, 12));
  // A 304 has no body, and says nothing of its length.
  const length = status === 304 ? '0' : /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  return {
    status,
    length: length === undefined ? undefined : Number(length),
    isLast: /\r\nconnection: *close/i.test(head),
  };
}

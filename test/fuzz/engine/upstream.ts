/** The upstreams' edge: one server that answers as it is told, and keeps what it was asked. Beside it, a table that is of little use. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, type RunningServer } from '../../../dev/server.ts';
import type { PlannedAnswer } from './upstream-answers.ts';

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  /** In lower case. */
  readonly fields: Readonly<Record<string, string>>;
  readonly content: Buffer;
  /** What it was answered; undefined for the kinds that are no answer. */
  readonly answer: { readonly status: number; readonly content: Buffer } | undefined;
}

/** What the upstream says to the calls of one request, the last answer to all that follow; and what it was asked. */
interface Plan {
  readonly answers: readonly PlannedAnswer[];
  readonly received: Received[];
  readonly onReceived: (received: Received) => void;
}

export interface FuzzUpstream extends RunningServer {
  /** Answers the calls that bear this id, now and later; the list that is answered grows with them. */
  plan(id: string, answers: readonly PlannedAnswer[], onReceived: (received: Received) => void): readonly Received[];
}

/** In an answer's content: the address of the list that was asked for, and the origin of the upstream. */
export const LIST = '{list}';
export const ORIGIN = '{origin}';

/** Path of the table account on this server. */
export const TABLE_PATH = '/table';

/** A call may outlive its request: its caller ran out of patience. */
const KEPT_PLANS = 1_000;

export async function startFuzzUpstream(): Promise<FuzzUpstream> {
  const plans = new Map<string, Plan>();
  let tableCalls = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    // The events themselves: a tenth of the fuzz's time is won by it.
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(request, response, Buffer.concat(chunks)));
  });
  const running = await listen(server, 0);
  return {
    ...running,
    plan(id, answers, onReceived) {
      const received: Received[] = [];
      plans.set(id, { answers, received, onReceived });
      if (plans.size > KEPT_PLANS) plans.delete(plans.keys().next().value as string);
      return received;
    },
  };

  function answer(request: IncomingMessage, response: ServerResponse, content: Buffer): void {
    const plan = plans.get(String(request.headers['x-ms-client-request-id']));
    if (request.url?.startsWith(TABLE_PATH)) answerForTable(request, response, tableCalls++);
    else if (plan) answerByPlan(request, response, content, plan);
    else response.writeHead(404).end();
  }
}

function answerByPlan(request: IncomingMessage, response: ServerResponse, content: Buffer, plan: Plan): void {
  const answer = plan.answers[Math.min(plan.received.length, plan.answers.length - 1)];
  const text = answer?.kind === 'answer' ? fill(answer.content, request) : undefined;
  const received = {
    method: request.method ?? '',
    target: request.url ?? '',
    fields: request.headers as Readonly<Record<string, string>>,
    content,
    answer: answer?.kind === 'answer' && text ? { status: answer.status, content: text } : undefined,
  };
  plan.received.push(received);
  plan.onReceived(received);
  play(answer, text, response);
}

function fill(content: Buffer, request: IncomingMessage): Buffer {
  if (!content.includes(LIST) && !content.includes(ORIGIN)) return content;
  const origin = `http://${request.headers.host}`;
  const list = origin + request.url?.split('?')[0];
  return Buffer.from(content.toString('latin1').replaceAll(LIST, list).replaceAll(ORIGIN, origin), 'latin1');
}

function play(plan: PlannedAnswer | undefined, content: Buffer | undefined, response: ServerResponse): void {
  switch (plan?.kind) {
    case 'answer':
      response.writeHead(plan.status, { ...plan.fields });
      response.end(content);
      break;
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"id":"1",');
      response.socket?.end();
      break;
    case 'junk':
      response.socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}');
      break;
    case 'reset':
      response.socket?.resetAndDestroy();
      break;
    default:
      // Silence: the relay's own deadline ends the call.
      break;
  }
}

/** Never with a row, and often failing: the cache has to live with either, and the fuzz is not about the table. */
function answerForTable({ method }: IncomingMessage, response: ServerResponse, count: number): void {
  if (count % 4 === 3) response.writeHead(503, { 'retry-after': '120' }).end();
  else if (method === 'GET') response.writeHead(404, { 'x-ms-error-code': 'ResourceNotFound' }).end();
  else response.writeHead(204, { etag: 'W/"1"' }).end();
}

/** One scripted server for all upstreams, which records its calls. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, type RunningServer } from '../../../dev/server.ts';
import type { PlannedResponse } from './upstream-responses.ts';

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  /** In lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Undefined for the kinds that are not a complete response. */
  readonly response: { readonly status: number; readonly body: Buffer } | undefined;
}

/** The responses to the calls of one request, and the calls. The last response repeats. */
interface Plan {
  readonly responses: readonly PlannedResponse[];
  readonly received: Received[];
  readonly onReceived: (received: Received) => void;
}

export interface FuzzUpstream extends RunningServer {
  /** Sets the responses for calls with this correlation id; returns a list to which every call is added. */
  plan(
    id: string,
    responses: readonly PlannedResponse[],
    onReceived: (received: Received) => void,
  ): readonly Received[];
}

/** Placeholders in a body: the URL of the requested list, and the upstream's origin. */
export const LIST = '{list}';
export const ORIGIN = '{origin}';

/** To which a sign-in may send a browser. */
export const REDIRECT_ORIGIN = 'https://portal.contoso.example';

/** A call may outlive its request, if the deadline passes. */
const KEPT_PLANS = 1_000;

export async function startFuzzUpstream(): Promise<FuzzUpstream> {
  const plans = new Map<string, Plan>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    // Events instead of async iteration save a tenth of the fuzz's time.
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => respond(request, response, Buffer.concat(chunks)));
  });
  const running = await listen(server, 0);
  return {
    ...running,
    plan(id, responses, onReceived) {
      const received: Received[] = [];
      plans.set(id, { responses, received, onReceived });
      if (plans.size > KEPT_PLANS) plans.delete(plans.keys().next().value as string);
      return received;
    },
  };

  function respond(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const plan = plans.get(String(request.headers['x-ms-client-request-id']));
    if (plan) respondByPlan({ request, body }, response, plan);
    else response.writeHead(404).end();
  }
}

interface Call {
  readonly request: IncomingMessage;
  readonly body: Buffer;
}

function respondByPlan({ request, body }: Call, response: ServerResponse, plan: Plan): void {
  const planned = plan.responses[Math.min(plan.received.length, plan.responses.length - 1)];
  const sent = planned?.kind === 'response' ? fillPlaceholders(planned.body, request) : undefined;
  const received = {
    method: request.method ?? '',
    target: request.url ?? '',
    headers: request.headers as Readonly<Record<string, string>>,
    body,
    response: planned?.kind === 'response' && sent ? { status: planned.status, body: sent } : undefined,
  };
  plan.received.push(received);
  plan.onReceived(received);
  send(planned, sent, response);
}

function fillPlaceholders(body: Buffer, request: IncomingMessage): Buffer {
  if (!body.includes(LIST) && !body.includes(ORIGIN)) return body;
  const origin = `http://${request.headers.host}`;
  const list = origin + request.url?.split('?')[0];
  return Buffer.from(body.toString('latin1').replaceAll(LIST, list).replaceAll(ORIGIN, origin), 'latin1');
}

function send(planned: PlannedResponse | undefined, body: Buffer | undefined, response: ServerResponse): void {
  switch (planned?.kind) {
    case 'response':
      response.writeHead(planned.status, { ...planned.headers });
      response.end(body);
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
      // No response: the relay's deadline ends the call.
      break;
  }
}

/** The HTTP server of an emulator: it records calls, applies faults on the socket, and has a control API under `/_control`. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { allowOrigins, isLoopback } from '../server.ts';
import { applyFault } from './apply-fault.ts';
import { FaultQueue, formatFaultRule, parseFaultRule } from './fault.ts';
import { sendResponse, toWireResponse, type WireResponse } from './wire-response.ts';

/** A request to an emulated server, for tests to read through the control API. */
export interface RecordedCall {
  /** Time of receipt, ISO 8601. */
  readonly at: string;
  readonly method: string;
  /** Path and query exactly as received. */
  readonly path: string;
  /** Status of the response; null before it is sent, and if the connection was cut first. */
  status: number | null;
}

export interface EmulatedCall {
  readonly target: string;
  readonly method: string;
  readonly path: string;
  /** Names in lower case; values of a repeated header are joined with a comma. */
  readonly headers: Headers;
  readonly body: Buffer;
}

export interface EmulatedServerOptions {
  /** The targets of faults by name: what they match of `METHOD path`. Other calls are not recorded. */
  readonly targets: Readonly<Record<string, RegExp>>;
  /** What faults and calls name a target. */
  readonly member: 'api' | 'target';
  /** Returns the app that serves a call. */
  readonly findApp: (target: string | undefined) => Hono;
  /** Changes how a call is served; `execute` sends it to its app. */
  readonly serve?: (call: EmulatedCall, execute: (body?: Buffer) => Promise<WireResponse>) => Promise<WireResponse>;
  /** Records headers and bodies, which have secrets. */
  readonly recordsContent?: boolean;
  /** Restores the emulator's own state. */
  readonly reset: () => void | Promise<void>;
  /** Of pages of other machines that may call the control API. */
  readonly origins?: readonly string[] | undefined;
  /** With it the server speaks HTTPS. */
  readonly tls?: Pick<ServerOptions, 'cert' | 'key'> | undefined;
}

const maxCalls = 10_000;
/** Larger than Node's 16 KiB: a page token is part of the request line. */
const maxHeaderSize = 128 * 1024;

export class EmulatedServer {
  /** Serves `POST|GET|DELETE /faults`, `GET|DELETE /calls`, `POST /reset`, and what is added. */
  readonly control: Hono;
  readonly #options: EmulatedServerOptions;
  readonly #faults = new FaultQueue();
  #calls: RecordedCall[] = [];

  constructor(options: EmulatedServerOptions) {
    this.#options = options;
    this.control = this.#createControl(options);
  }

  createServer(): Server {
    const { tls } = this.#options;
    const listener = (incoming: IncomingMessage, outgoing: ServerResponse) => {
      this.#handle(incoming, outgoing).catch((error: unknown) => {
        // Disconnected clients are expected.
        if (!outgoing.destroyed) process.stderr.write(`emulator: ${String(error)}\n`);
        outgoing.destroy();
      });
    };
    return tls ? createHttpsServer({ maxHeaderSize, ...tls }, listener) : createServer({ maxHeaderSize }, listener);
  }

  #createControl({ targets, member, reset, origins }: EmulatedServerOptions): Hono {
    const described = { member, names: Object.keys(targets) };
    return new Hono()
      .basePath('/_control')
      .use(openTo(origins))
      .post('/faults', async (c) => {
        try {
          this.#faults.add(parseFaultRule(await c.req.json().catch(() => undefined), described));
          return c.body(null, 204);
        } catch (error) {
          if (error instanceof TypeError) return c.json({ error: error.message }, 400);
          throw error;
        }
      })
      .get('/faults', (c) => c.json({ faults: this.#faults.list().map((rule) => formatFaultRule(rule, described)) }))
      .delete('/faults', (c) => {
        this.#faults.clear();
        return c.body(null, 204);
      })
      .get('/calls', (c) => c.json({ calls: this.#calls }))
      .delete('/calls', (c) => {
        this.#calls = [];
        return c.body(null, 204);
      })
      .post('/reset', async (c) => {
        this.#calls = [];
        this.#faults.clear();
        await reset();
        return c.body(null, 204);
      });
  }

  async #handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url: path = '' } = incoming;
    const { targets, findApp, serve = (_, execute) => execute() } = this.#options;
    const headers = readHeaders(incoming);
    const body = await buffer(incoming);
    const isControl = /^\/_control(?=[/?]|$)/.test(path);
    const target = isControl
      ? undefined
      : Object.keys(targets).find((name) => targets[name]?.test(`${method} ${path}`));
    const app = isControl ? this.control : findApp(target);
    if (target === undefined) return sendResponse(outgoing, await fetchFrom(app, incoming, headers, body));
    const call: EmulatedCall = { target, method, path, headers, body };
    const record = this.#record(call);
    const respond = () => serve(call, (changed = body) => fetchFrom(app, incoming, headers, changed));
    const fault = this.#faults.take(call);
    if (fault) {
      record.status = await applyFault(fault, outgoing, respond);
      return;
    }
    const response = await respond();
    record.status = response.status;
    sendResponse(outgoing, response);
  }

  /** The oldest are dropped beyond 10,000. */
  #record({ target, method, path, headers, body }: EmulatedCall): RecordedCall {
    const { member, recordsContent } = this.#options;
    const content = recordsContent && { headers: Object.fromEntries(headers), body: body.toString() };
    const record = { at: new Date().toISOString(), [member]: target, method, path, ...content, status: null };
    this.#calls.push(record);
    if (this.#calls.length > maxCalls) this.#calls.shift();
    return record;
  }
}

/**
 * Opens a control API to pages of this machine and of `origins`, and refuses those of any other: by their Origin, or by Sec-Fetch-Site
 * where a browser sends no Origin (a link, an image). A foreign Host is a name that was pointed at this machine (DNS
 * rebinding). Tools send neither header. Source: Fetch Metadata Request Headers 2.4; Fetch Standard 3.2.
 */
function openTo(origins: readonly string[] = []): MiddlewareHandler {
  const mayCall = allowOrigins(origins);
  const allow = cors({ origin: (origin) => (mayCall(origin) ? origin : null) });
  return (c, next) => {
    const { host, origin, 'sec-fetch-site': site } = c.req.header();
    const isForeign = origin === undefined ? site === 'cross-site' : !mayCall(origin);
    if (!isForeign && isLoopback(`http://${host}`)) return allow(c, next);
    return Promise.resolve(c.json({ error: 'Only this machine may call this. Allow a page with --origin.' }, 403));
  };
}

function readHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  }
  return headers;
}

/** Calls an app in process. `Request` resolves the path's dot segments, as a live front end does. */
async function fetchFrom(app: Hono, incoming: IncomingMessage, headers: Headers, body: Buffer): Promise<WireResponse> {
  const { method = 'GET', url = '/', socket } = incoming;
  const init = body.length > 0 ? { body: new Uint8Array(body) } : {};
  const target = `http://127.0.0.1:${socket.localPort}${url}`;
  return toWireResponse(await app.fetch(new Request(target, { method, headers, ...init })));
}

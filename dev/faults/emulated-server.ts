/** The HTTP server of an emulator: it records calls, applies faults on the socket, and has a control API under `/_control`. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import * as z from 'zod';
import { allowOrigins, isLoopback } from '../server.ts';
import { applyFault } from './apply-fault.ts';
import { createRuleSchema, FaultQueue } from './fault.ts';
import { sendResponse } from './send-response.ts';

/** A request to an emulated server, for tests to read through the control API. */
interface RecordedCall {
  /** Time of receipt, ISO 8601. */
  readonly at: string;
  readonly api: string;
  readonly method: string;
  /** Path and query exactly as received. */
  readonly path: string;
  /** With `recordsContent`; names in lower case, values of a repeated header joined with a comma. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Status of the response; null before it is sent, and if the connection was cut first. */
  status: number | null;
}

interface EmulatedServerOptions {
  /** The APIs that faults and calls name, by what they match of `METHOD path`. Other calls are not recorded. */
  readonly apis: Readonly<Record<string, RegExp>>;
  /** Returns the app that serves a call. */
  readonly findApp: (api: string | undefined) => Hono;
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
    this.control = new Hono().basePath('/_control').use(openTo(options.origins));
    this.control.get('/faults', (c) => c.json({ faults: this.#faults.rules }));
    this.control.get('/calls', (c) => c.json({ calls: this.#calls }));
    const clearFaults = () => this.#faults.clear();
    const clearCalls = () => {
      this.#calls = [];
    };
    this.addAction('DELETE', '/faults', clearFaults);
    this.addAction('DELETE', '/calls', clearCalls);
    this.addAction('POST', '/reset', () => {
      clearFaults();
      clearCalls();
      return options.reset();
    });
    this.addSetting('/faults', createRuleSchema(Object.keys(options.apis)), (rule) => this.#faults.add(rule));
  }

  /** Adds a request of the control API that does something. */
  addAction(method: 'POST' | 'DELETE', path: string, act: () => void | Promise<void>): void {
    this.control.on(method, path, async (c) => {
      await act();
      return c.body(null, 204);
    });
  }

  /** Adds a POST request of the control API, with a body of this form. */
  addSetting<T>(path: string, schema: z.ZodType<T>, apply: (value: T) => void): void {
    this.control.post(path, async (c) => {
      const { data, error } = schema.safeParse(await c.req.json().catch(() => undefined));
      if (error) return c.json({ error: z.prettifyError(error) }, 400);
      apply(data);
      return c.body(null, 204);
    });
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

  async #handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url: path = '' } = incoming;
    const { apis, findApp, recordsContent } = this.#options;
    const headers = readHeaders(incoming);
    const body = await buffer(incoming);
    const isControl = /^\/_control(?=[/?]|$)/.test(path);
    const api = isControl ? undefined : Object.keys(apis).find((name) => apis[name]?.test(`${method} ${path}`));
    const app = isControl ? this.control : findApp(api);
    const execute = async () => app.fetch(toRequest(incoming, headers, body));
    if (api === undefined) {
      await sendResponse(outgoing, await execute());
      return;
    }
    const content = recordsContent && { headers: Object.fromEntries(headers), body: body.toString() };
    const call: RecordedCall = { at: new Date().toISOString(), api, method, path, ...content, status: null };
    this.#calls.push(call);
    // The oldest are dropped.
    if (this.#calls.length > maxCalls) this.#calls.shift();
    const fault = this.#faults.take(call);
    call.status = await (fault ? applyFault(fault, outgoing, execute) : sendResponse(outgoing, await execute()));
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

/** `Request` resolves the path's dot segments, as a live front end does. */
function toRequest({ method = 'GET', url = '/', socket }: IncomingMessage, headers: Headers, body: Buffer): Request {
  const content = body.length > 0 ? { body: new Uint8Array(body) } : {};
  return new Request(`http://127.0.0.1:${socket.localPort}${url}`, { method, headers, ...content });
}

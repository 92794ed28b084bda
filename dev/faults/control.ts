/** Recorded calls and scripted faults for the issuer and the identity endpoint, with their control API under `/_control`. */
import type { Server, ServerResponse } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type MiddlewareHandler } from 'hono';
import { applyFault } from './apply-fault.ts';
import { CallLog, openTo, routeFaultsAndCalls } from './control-routes.ts';
import { type Fault, FaultQueue } from './fault.ts';
import { toWireResponse } from './wire-response.ts';

/** A recorded call, without its headers: they contain secrets. */
interface RecordedCall {
  readonly target: string;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** Time of receipt, ISO 8601. */
  readonly at: string;
}

export class Control {
  /** Serves `/faults` (rules name a `target`), `/calls` and `POST /reset`. */
  readonly routes: Hono;
  readonly #calls = new CallLog<RecordedCall>();
  readonly #faults = new FaultQueue();
  readonly #faulted = new WeakSet<ServerResponse>();

  /** `targets` are the names that rules may use. `onReset` restores the server's own state. Pages of `origins` may call it, too. */
  constructor(targets: readonly string[], onReset: () => void | Promise<void>, origins?: readonly string[]) {
    this.routes = new Hono().use(openTo(origins));
    this.routes.route('/', routeFaultsAndCalls(this.#faults, this.#calls, { member: 'target', names: targets }));
    this.routes.post('/reset', async (c) => {
      this.#calls.clear();
      this.#faults.clear();
      await onReset();
      return c.body(null, 204);
    });
  }

  /** Returns middleware that records each call to a target and applies the next matching fault. */
  guard(target: string): MiddlewareHandler {
    return async (c, next) => {
      const { pathname, search } = new URL(c.req.url);
      const call = { target, method: c.req.method, path: pathname + search, at: new Date().toISOString() };
      this.#calls.record(call);
      const fault = this.#faults.take(call);
      if (!fault) return next();
      const { outgoing } = c.env as { outgoing: ServerResponse };
      this.#faulted.add(outgoing);
      // Headers set by earlier middleware, for CORS.
      for (const [name, value] of c.res.headers) outgoing.setHeader(name, value);
      const execute = async () => {
        await next();
        return toWireResponse(c.res);
      };
      await applyFault(withBody(fault), outgoing, execute);
      return c.body(null);
    };
  }

  /** Creates the server of an app whose routes use `guard`; with a certificate it serves HTTPS. */
  createServer(app: Hono, certificate?: Pick<ServerOptions, 'cert' | 'key'>): Server {
    const fetch = async (request: Request, env: unknown) => {
      const response = await app.fetch(request, env as HttpBindings);
      return this.#faulted.has((env as { outgoing: ServerResponse }).outgoing) ? RESPONSE_ALREADY_SENT : response;
    };
    const https = certificate && { createServer: createHttpsServer, serverOptions: certificate };
    return createAdaptorServer({ fetch, ...https }) as Server;
  }
}

function withBody(fault: Fault): Fault {
  return fault.kind === 'status' ? { ...fault, body: fault.body ?? { error: 'scripted_fault' } } : fault;
}

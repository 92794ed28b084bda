/** The part of the control API that every emulated server has under `/_control`: faults and calls. */
import { Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { allowOrigins, isLoopback } from '../server.ts';
import { type FaultQueue, type FaultTargets, formatFaultRule, parseFaultRule } from './fault.ts';

/** Serves `POST|GET|DELETE /faults` and `GET|DELETE /calls`. */
export function routeFaultsAndCalls(faults: FaultQueue, calls: CallLog<unknown>, targets: FaultTargets): Hono {
  return new Hono()
    .post('/faults', async (c) => {
      try {
        faults.add(parseFaultRule(await c.req.json().catch(() => undefined), targets));
        return c.body(null, 204);
      } catch (error) {
        if (error instanceof TypeError) return c.json({ error: error.message }, 400);
        throw error;
      }
    })
    .get('/faults', (c) => c.json({ faults: faults.list().map((rule) => formatFaultRule(rule, targets)) }))
    .delete('/faults', (c) => {
      faults.clear();
      return c.body(null, 204);
    })
    .get('/calls', (c) => c.json({ calls: calls.list() }))
    .delete('/calls', (c) => {
      calls.clear();
      return c.body(null, 204);
    });
}

/**
 * Opens a control API to pages of this machine and of `origins`, and refuses those of any other: by their Origin, or by Sec-Fetch-Site
 * where a browser sends no Origin (a link, an image). A foreign Host is a name that was pointed at this machine (DNS
 * rebinding). Tools send neither header. Source: Fetch Metadata Request Headers 2.4; Fetch Standard 3.2.
 */
export function openTo(origins: readonly string[] = []): MiddlewareHandler {
  const mayCall = allowOrigins(origins);
  const allow = cors({ origin: (origin) => (mayCall(origin) ? origin : null) });
  return (c, next) => {
    const { host, origin, 'sec-fetch-site': site } = c.req.header();
    const isForeign = origin === undefined ? site === 'cross-site' : !mayCall(origin);
    if (!isForeign && isLoopback(`http://${host}`)) return allow(c, next);
    return Promise.resolve(c.json({ error: 'Only this machine may call this. Allow a page with --origin.' }, 403));
  };
}

const maxCalls = 10_000;

/** The calls since the last reset. The oldest are dropped beyond 10,000. */
export class CallLog<Call> {
  #calls: Call[] = [];

  record(call: Call): void {
    this.#calls.push(call);
    if (this.#calls.length > maxCalls) this.#calls.shift();
  }

  list(): readonly Call[] {
    return this.#calls;
  }

  clear(): void {
    this.#calls = [];
  }
}

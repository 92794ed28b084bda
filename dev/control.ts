/** What a dev server offers to tests under `/_control`: recorded calls and scripted faults. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import * as z from 'zod';

export interface Control {
  /** Serves `POST /faults`, `GET /calls` and `POST /reset`. */
  readonly routes: Hono;
  /** Records each call to this target and plays the next fault that is scripted for it. */
  guard(target: string): MiddlewareHandler;
}

/** One call as it came: never its header fields, which hold secrets. */
export interface RecordedCall {
  readonly target: string;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** When it came, ISO 8601. */
  readonly at: string;
}

const maxCalls = 10_000;

type Fault = z.infer<ReturnType<typeof toFaultSchema>>;

/** Shape: `{ target, times?, fault: 'status' | 'delay' | 'hang' | 'malformed' | 'html', status?, retryAfter?, delayMs? }`. */
function toFaultSchema(targets: readonly string[]) {
  const common = { target: z.enum(targets), times: z.int().min(1).default(1) };
  return z.discriminatedUnion('fault', [
    z.strictObject({
      ...common,
      fault: z.literal('status'),
      status: z.int().min(400).max(599),
      retryAfter: z.int().min(0).optional(),
    }),
    z.strictObject({ ...common, fault: z.literal('delay'), delayMs: z.int().min(0) }),
    z.strictObject({ ...common, fault: z.enum(['hang', 'malformed', 'html']) }),
  ]);
}

/** Answers the control surface of a server with these targets; `onReset` puts back what the server itself keeps. */
export function createControl(targets: readonly string[], onReset: () => void | Promise<void>): Control {
  const faultSchema = toFaultSchema(targets);
  let calls: RecordedCall[] = [];
  let scripted: Fault[] = [];

  const routes = new Hono()
    .post('/faults', async (c) => {
      const fault = faultSchema.safeParse(await c.req.json().catch(() => undefined));
      if (!fault.success) return c.json({ error: z.prettifyError(fault.error) }, 400);
      scripted.push(fault.data);
      return c.body(null, 204);
    })
    .get('/calls', (c) => c.json(calls))
    .post('/reset', async (c) => {
      calls = [];
      scripted = [];
      await onReset();
      return c.body(null, 204);
    });

  function takeFault(target: string): Fault | undefined {
    const fault = scripted.find((candidate) => candidate.target === target);
    if (fault) fault.times -= 1;
    scripted = scripted.filter(({ times }) => times > 0);
    return fault;
  }

  return {
    routes,
    guard: (target) => async (c, next) => {
      const { pathname, search } = new URL(c.req.url);
      calls.push({ target, method: c.req.method, path: pathname + search, at: new Date().toISOString() });
      if (calls.length > maxCalls) calls.shift();
      const fault = takeFault(target);
      if (fault?.fault === 'delay') await sleep(fault.delayMs);
      return fault === undefined || fault.fault === 'delay' ? await next() : play(fault, c);
    },
  };
}

async function play(fault: Exclude<Fault, { fault: 'delay' }>, c: Context): Promise<Response> {
  switch (fault.fault) {
    case 'status': {
      const fields = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) };
      return Response.json({ error: 'scripted_fault' }, { status: fault.status, headers: fields });
    }
    case 'hang':
      await new Promise((resolve) => c.req.raw.signal.addEventListener('abort', resolve));
      return c.body(null);
    case 'malformed':
      return c.body('{"keys":[{"kty":', 200, { 'content-type': 'application/json' });
    case 'html':
      return c.html('<!doctype html><title>Sign in to the network</title><h1>Sign in to the network</h1>');
  }
}

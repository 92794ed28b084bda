/** What a dev server offers to tests under `/_control`: recorded calls and scripted faults. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import * as z from 'zod';

export interface Control {
  /** Serves `POST /faults` (`{ target, times?, fault: { kind, … } }`), `GET /calls` (`{ calls }`) and `POST /reset`. */
  readonly routes: Hono;
  /** Records each call to this target and plays the next fault that is scripted for it. */
  guard(target: string): MiddlewareHandler;
}

/** One call as it came: never its header fields, which hold secrets. */
interface RecordedCall {
  readonly target: string;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** When it came, ISO 8601. */
  readonly at: string;
}

const maxCalls = 10_000;

/** What a call meets instead of its answer, or, for `delay`, before it; the words are those of the emulated APIs' faults. */
const faultSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(400).max(599),
    headers: z.record(z.string(), z.string()).optional(),
  }),
  z.strictObject({ kind: z.literal('delay'), ms: z.int().min(0) }),
  z.strictObject({ kind: z.enum(['hang', 'malformed', 'html']) }),
]);

type Fault = z.infer<typeof faultSchema>;

/** Answers the control surface of a server with these targets; `onReset` puts back what the server itself keeps. */
export function createControl(targets: readonly string[], onReset: () => void | Promise<void>): Control {
  const ruleSchema = z.strictObject({ target: z.enum(targets), times: z.int().min(1).default(1), fault: faultSchema });
  let calls: RecordedCall[] = [];
  let rules: z.infer<typeof ruleSchema>[] = [];

  const routes = new Hono()
    .post('/faults', async (c) => {
      const rule = ruleSchema.safeParse(await c.req.json().catch(() => undefined));
      if (!rule.success) return c.json({ error: z.prettifyError(rule.error) }, 400);
      rules.push(rule.data);
      return c.body(null, 204);
    })
    .get('/calls', (c) => c.json({ calls }))
    .post('/reset', async (c) => {
      calls = [];
      rules = [];
      await onReset();
      return c.body(null, 204);
    });

  function takeFault(target: string): Fault | undefined {
    const rule = rules.find((candidate) => candidate.target === target);
    if (rule) rule.times -= 1;
    rules = rules.filter(({ times }) => times > 0);
    return rule?.fault;
  }

  return {
    routes,
    guard: (target) => async (c, next) => {
      const { pathname, search } = new URL(c.req.url);
      calls.push({ target, method: c.req.method, path: pathname + search, at: new Date().toISOString() });
      if (calls.length > maxCalls) calls.shift();
      const fault = takeFault(target);
      if (fault?.kind === 'delay') await sleep(fault.ms);
      return fault === undefined || fault.kind === 'delay' ? await next() : play(fault, c);
    },
  };
}

async function play(fault: Exclude<Fault, { kind: 'delay' }>, c: Context): Promise<Response> {
  switch (fault.kind) {
    case 'status':
      return Response.json({ error: 'scripted_fault' }, { status: fault.status, headers: fault.headers ?? {} });
    case 'hang':
      await new Promise((resolve) => c.req.raw.signal.addEventListener('abort', resolve));
      return c.body(null);
    case 'malformed':
      return c.body('{"keys":[{"kty":', 200, { 'content-type': 'application/json' });
    case 'html':
      return c.html('<!doctype html><title>Sign in to the network</title><h1>Sign in to the network</h1>');
  }
}

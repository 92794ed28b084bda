/** The part of the control API that every emulated server has under `/_control`: faults and calls. */
import { Hono } from 'hono';
import type { CallLog } from './call-log.ts';
import { type FaultTargets, formatFaultRule, parseFaultRule } from './fault.ts';
import type { FaultQueue } from './fault-queue.ts';
import { refuseOtherOrigins } from './refuse-other-origins.ts';

/** Serves `POST|GET|DELETE /faults` and `GET|DELETE /calls`; refuses other origins here and in routes added to it. */
export function routeFaultsAndCalls(faults: FaultQueue, calls: CallLog<unknown>, targets: FaultTargets): Hono {
  return new Hono()
    .use(refuseOtherOrigins)
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

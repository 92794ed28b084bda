import { expect, it } from 'vitest';
import { measure, type Tracer } from '../../../lib/upstream/tracer.ts';

function createTracer() {
  const events: string[] = [];
  const tracer: Tracer = {
    startSpan(name) {
      events.push(`start ${name}`);
      return { headers: {}, end: () => events.push(`end ${name}`) };
    },
  };
  return { events, tracer };
}

it('a wait is measured from its beginning to its end, and its value returned', async () => {
  const { events, tracer } = createTracer();
  let end = (_: number) => {};
  const measured = measure(tracer, 'queue', new Promise<number>((resolve) => (end = resolve)));
  expect(events).toEqual(['start queue']);
  end(7);
  expect(await measured).toBe(7);
  expect(events).toEqual(['start queue', 'end queue']);
});

it('a wait that fails is measured, too', async () => {
  const { events, tracer } = createTracer();
  await expect(measure(tracer, 'pause', Promise.reject(new Error('over')))).rejects.toThrow('over');
  expect(events).toEqual(['start pause', 'end pause']);
});

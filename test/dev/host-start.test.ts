/** What the built-in host refuses at its start, its timers and its end: each test starts a host of its own. */
import { once } from 'node:events';
import { Agent } from 'node:http';
import type { Socket } from 'node:net';
import { app, type InvocationContext, output } from '@azure/functions';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type HostOptions, type RunningHost, startHost } from '../../dev/host/server.ts';
import { parseSchedule, Timer } from '../../dev/host/timer.ts';
import { makeRoot, send } from './fixtures/host-client.ts';

const handler = () => ({ body: 'ok' });
const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Starts a host for the functions that `register` registers, calls `use`, and closes the host. */
async function withHost(
  register: () => void,
  use: (host: RunningHost) => Promise<void> = async () => {},
  options: Partial<HostOptions> = {},
): Promise<void> {
  const load = async () => register();
  const host = await startHost({ rootDir: await makeRoot(), port: 0, load, report: () => {}, ...options });
  try {
    await use(host);
  } finally {
    await host.close();
  }
}

const advice = 'Change it, or run the app with Core Tools (func start).';
const unsupported = (feature: string) => `Function 'f': the built-in host does not support ${feature}. ${advice}`;
const reserved = (route: string) => () => app.http('f', { route, handler });
const retry = { strategy: 'fixedDelay', maxRetryCount: 1, delayInterval: 1000 } as const;
const queue = { queueName: 'q', connection: 'c' };

describe('the start refuses', () => {
  it.each<[message: string, register: () => unknown]>([
    [unsupported("the trigger 'queueTrigger'"), () => app.storageQueue('f', { ...queue, handler })],
    [unsupported("function keys (authLevel 'function')"), () => app.http('f', { authLevel: 'function', handler })],
    [
      unsupported("the trigger option 'runOnStartup'"),
      () => app.timer('f', { schedule: '0 15 * * * *', runOnStartup: true, handler: () => {} }),
    ],
    [unsupported('retries'), () => app.timer('f', { schedule: '0 15 * * * *', retry, handler: () => {} })],
    [unsupported("the binding 'queue'"), () => app.http('f', { extraOutputs: [output.storageQueue(queue)], handler })],
    ...['admin', 'runtime/x'].map((route): [string, () => unknown] => [
      `Function 'f': the route '${route}' is reserved. Use one that does not begin with admin or runtime.`,
      reserved(route),
    ]),
    [
      "Function 'two': function 'one' has the same route and method. Change one of them.",
      () => {
        app.http('two', { route: 'Items', methods: ['PUT', 'GET'], handler });
        app.http('one', { route: 'items', handler });
      },
    ],
  ])('%s', async (message, register) => {
    await expect(withHost(register)).rejects.toThrow(message);
  });

  it.each([
    ['{', 'in JSON'],
    ['{"version":"2.0","extensions":{"http":{"routePrefix":"api"}}}', 'extensions.http.routePrefix: must be ""'],
    ['{"version":"2.0","extensions":{"http":{"routePrefix":""}},"retry":{}}', 'Unrecognized key: "retry"'],
  ])('host.json with %s', async (text, reason) => {
    const rootDir = await makeRoot({ 'host.json': text });
    const message = await withHost(() => app.http('a', { handler }), undefined, { rootDir }).catch(String);
    expect(message).toMatch(/host\.json is invalid, or uses what the built-in host does not support: [^\n]+$/);
    expect(message).toContain(reason);
  });
});

describe('a schedule', () => {
  const parse = (schedule: string) => parseSchedule("Function 'sweep'", schedule, async () => {});

  it.each([
    ['0 */5 * * * *', '2026-01-01T00:04:59.999Z', '2026-01-01T00:05:00Z'],
    ['0 0 9-17 * * 1-5', '2026-01-02T17:00:00Z', '2026-01-05T09:00:00Z'],
    ['0 0 0 13 * 5', '2026-01-01T00:00:00Z', '2026-02-13T00:00:00Z'],
  ])('%s after %s occurs at %s', (expression, after, due) => {
    expect(parse(expression).nextRun(new Date(after))).toEqual(new Date(due));
  });

  it.each([...['* * * *', '60 * * * * *', '* * * * * 7', '00:05:00', '%SWEEP_SCHEDULE%', '@daily', '0 5/20 * * * *']])(
    '%j is refused',
    (expression) => {
      const feature = `the schedule '${expression}'; use five or six NCRONTAB fields of digits and * , - /`;
      expect(() => parse(expression)).toThrow(unsupported(feature).replace("'f'", "'sweep'"));
    },
  );
});

it('a timer runs by its schedule, one invocation at a time', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  onTestFinished(() => void vi.useRealTimers());
  const inputs: { readonly IsPastDue: boolean; readonly ScheduleStatus: { readonly Last: string } }[] = [];
  const timer = new Timer("Function 'tick'", '* * * * * *');
  timer.start(async ({ json }) => {
    inputs.push(JSON.parse(String(json)));
    await delay(1_500);
  });
  await vi.advanceTimersByTimeAsync(4_200);
  timer.stop();
  expect(inputs.map(({ IsPastDue }) => IsPastDue)).toEqual([false, false]);
  expect(inputs[1]?.ScheduleStatus.Last).toBe('2026-01-01T00:00:01.000Z');
});

describe('a running host', () => {
  it('invokes a function by its name below /admin, in any case, which reaches no route; its hooks run at the end', async () => {
    const calls: unknown[] = [];
    const body = '{"input":"now"}';
    const json = { 'content-type': 'application/json', 'content-length': String(body.length) };
    await withHost(
      () => {
        app.timer('sweep', { schedule: '0 0 0 1 1 *', handler: (timer) => void calls.push(timer.isPastDue) });
        app.warmup('warmup', { handler: () => void calls.push('warm') });
        app.http('a', { route: '{first}/{second}', handler });
        for (const hook of ['first', 'second']) app.hook.appTerminate(() => void calls.push(hook));
      },
      async ({ port }) => {
        for (const name of ['SWEEP', 'warmup']) {
          const sent = { method: 'POST', headers: json, body };
          expect(await send(port, `/admin/functions/${name}`, sent)).toMatchObject({ status: 202, body: '' });
          await vi.waitFor(() => expect(calls.at(-1)).toBe(name === 'SWEEP' ? false : 'warm'), 20_000);
        }
        expect((await send(port, '/administrators/x')).body).toBe('ok');
        expect((await send(port, '/admin/x')).status).toBe(404);
        expect((await send(port, '/Runtime/x')).status).toBe(404);
      },
    );
    expect(calls).toEqual([false, 'warm', 'first', 'second']);
  });
});

describe('the end, as the real host at SIGTERM', () => {
  /** Starts a host whose function and hook each return when released, and calls the function. */
  async function startSlow(options: Partial<HostOptions> = {}) {
    let [releaseFunction, releaseHook, isCalled] = [() => {}, () => {}, () => {}];
    const called = new Promise<void>((resolve) => (isCalled = resolve));
    const isReleased = new Promise<void>((resolve) => (releaseFunction = resolve));
    const hookIsReleased = new Promise<void>((resolve) => (releaseHook = resolve));
    const [steps, log]: [string[], string[]] = [[], []];
    let context: InvocationContext | undefined;
    const load = async () => {
      app.http('slow', {
        handler: async (_, given) => {
          context = given;
          isCalled();
          await isReleased;
          given.log('{"by":"function"}');
          steps.push('function');
          return { body: 'done' };
        },
      });
      app.hook.appTerminate(() => {
        steps.push('hook');
        context?.log('{"by":"hook"}');
        console.info('{"by":"hook"}');
        return hookIsReleased;
      });
    };
    const host = await startHost({
      rootDir: await makeRoot(),
      port: 0,
      log: (line) => log.push(line),
      load,
      ...options,
    });
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    await send(host.port, '/other', { agent });
    const slow = send(host.port, '/slow');
    await called;
    return { ...host, agent, slow, steps, log, releaseFunction, releaseHook };
  }

  it('the listener and idle connections close at once, calls in progress are answered, then the hook runs, whose log is lost', async () => {
    const printed = vi.spyOn(console, 'info');
    onTestFinished(() => printed.mockRestore());
    const host = await startSlow();
    const idle = once(Object.values(host.agent.freeSockets).flat()[0] as Socket, 'close');
    const closed = host.close();
    await idle;
    await expect(send(host.port, '/slow')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(host.steps).toEqual([]);
    host.releaseFunction();
    const { body, headers } = await host.slow;
    expect([body, headers.connection]).toEqual(['done', 'close']);
    host.releaseHook();
    await closed;
    expect(host.steps).toEqual(['function', 'hook']);
    expect(host.log).toEqual(['{"by":"function"}']);
    expect(printed).not.toHaveBeenCalled();
  });

  it('what still runs after the time of the reset is reset without a status; the function goes on, and the hook waits for it', async () => {
    const host = await startSlow({ resetMs: 50 });
    const closed = host.close();
    await expect(host.slow).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(host.steps).toEqual([]);
    host.releaseFunction();
    host.releaseHook();
    await closed;
    expect([host.steps, host.log]).toEqual([['function', 'hook'], ['{"by":"function"}']]);
  });
});

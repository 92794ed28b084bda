/** What the built-in host refuses at its start, its timers and its end: each test starts a host of its own. */
import { once } from 'node:events';
import { Agent } from 'node:http';
import type { Socket } from 'node:net';
import { app, type InvocationContext, output } from '@azure/functions';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type HostOptions, type RunningHost, startHost } from '../../dev/host/server.ts';
import { makeRoot, send } from './fixtures/host-client.ts';

const handler = () => ({ body: 'ok' });

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
const queue = { queueName: 'q', connection: 'c' };

describe('the start refuses', () => {
  it.each<[message: string, register: () => unknown]>([
    [unsupported("the trigger 'queueTrigger'"), () => app.storageQueue('f', { ...queue, handler })],
    [unsupported("function keys (authLevel 'function')"), () => app.http('f', { authLevel: 'function', handler })],
    [unsupported("the trigger 'timerTrigger'"), () => app.timer('f', { schedule: '0 15 * * * *', handler: () => {} })],
    [unsupported("the trigger 'warmupTrigger'"), () => app.warmup('f', { handler: () => {} })],
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

it('a line leaves the host if host.json has a level for its category: the longest rule decides, and there are no wildcards', async () => {
  const levels = {
    default: 'Warning',
    Function: 'None',
    'Function.loud.User': 'Information',
    'Function.*.User': 'Trace',
  };
  const hostJson = { version: '2.0', logging: { logLevel: levels }, extensions: { http: { routePrefix: '' } } };
  const rootDir = await makeRoot({ 'host.json': JSON.stringify(hostJson) });
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const register = () => {
    for (const name of ['loud', 'quiet']) {
      const speak = (_: unknown, context: InvocationContext) => {
        for (const level of ['debug', 'log', 'warn'] as const) context[level](`${name} ${level}`);
        throw new Error('The host says so.');
      };
      app.http(name, { handler: speak });
    }
  };
  const call = async ({ port }: RunningHost) => {
    for (const name of ['loud', 'quiet']) expect((await send(port, `/${name}`)).status).toBe(500);
  };
  await withHost(register, call, { rootDir, log: write, report: write });
  expect(lines).toEqual(['loud log', 'loud warn']);
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

import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { app, type HttpFunctionOptions, output } from '@azure/functions';
import { describe, expect, it, vi } from 'vitest';
import { startHost } from '../../dev/host/server.ts';
import { makeRoot, send } from './fixtures/host-client.ts';
import { withHost } from './fixtures/with-host.ts';

const handler = () => ({ body: 'ok' });

/** Starts a host with these functions and closes it. */
function startWith(functions: Readonly<Record<string, Omit<HttpFunctionOptions, 'handler'>>>) {
  return withHost(() => {
    for (const [name, options] of Object.entries(functions)) {
      app.http(name, { ...options, handler });
    }
  });
}

describe('the start', () => {
  it('sorts functions by name in any case', async () => {
    const { names } = await startWith({ b_1: {}, B: {}, a: {}, 'b-1': {} });
    expect(names).toEqual(['a', 'B', 'b-1', 'b_1']);
  });

  it('fails if two functions have the same route and a method in common', async () => {
    const start = startWith({ two: { route: 'Items', methods: ['PUT', 'GET'] }, one: { route: 'items' } });
    await expect(start).rejects.toThrow(
      "Function 'two': function 'one' has the same route and method. Change one of them.",
    );
  });

  it.each(['admin', 'Administrators/{x}', 'runtime/x'])('fails if a route is %s', async (route) => {
    await expect(startWith({ good: {}, bad: { route } })).rejects.toThrow(
      `Function 'bad': the route '${route}' is reserved. Use one that does not begin with admin or runtime.`,
    );
  });

  it.each(['1a', 'Host', 'a.b', 'ä', 'a'.repeat(129)])('fails if a function is named %s', async (name) => {
    await expect(startWith({ good: {}, [name]: {} })).rejects.toThrow(`Function '${name}': the name is invalid.`);
  });

  it('fails if a route is invalid, and names the function', async () => {
    await expect(startWith({ good: {}, bad: { route: '/items' } })).rejects.toThrow(
      "Function 'bad', route '/items': a segment is empty.",
    );
  });

  it('fails if two functions have the same name', async () => {
    const twice = withHost(() => {
      app.http('same', { handler });
      app.http('same', { handler });
    });
    await expect(twice).rejects.toThrow('A function with id "same" has already been registered.');
  });

  it('fails with the app’s own error', async () => {
    const failing = withHost(() => {
      throw new Error('AUTH_ISSUER is missing');
    });
    await expect(failing).rejects.toThrow('AUTH_ISSUER is missing');
  });

  it('fails if the app registers nothing', async () => {
    await expect(withHost(() => {})).rejects.toThrow('No job functions found.');
  });

  it('fails if the port is in use, and names it', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const start = withHost(() => app.http('a', { handler }), undefined, { port });
    await expect(start).rejects.toMatchObject({ code: 'EADDRINUSE', port });
    other.close();
  });

  it('fails while another host runs in the process, and works after that has closed', async () => {
    await withHost(
      () => app.http('a', { handler }),
      async () => {
        await expect(withHost(() => {})).rejects.toThrow('is already running in this process');
      },
    );
    expect((await startWith({ a: {} })).names).toEqual(['a']);
  });

  it('accepts an app that is imported again', async () => {
    const load = () => import('./fixtures/host-app.ts');
    const { names } = await withHost(() => {}, undefined, { load });
    vi.resetModules();
    expect((await withHost(() => {}, undefined, { load })).names).toEqual(names);
  });

  it('locks the registration of functions', async () => {
    await withHost(
      () => app.http('a', { handler }),
      async () => {
        expect(() => app.http('late', { handler })).toThrow('can only be registered during app startup');
      },
    );
  });
});

describe('the start refuses', () => {
  const advice = 'Change it, or run the app with Core Tools (func start).';

  it.each<[feature: string, register: () => unknown]>([
    ["the trigger 'queueTrigger'", () => app.storageQueue('f', { queueName: 'q', connection: 'c', handler })],
    ["the trigger 'manualTrigger'", () => app.generic('f', { trigger: { type: 'manualTrigger', name: 'x' }, handler })],
    ["function keys (authLevel 'function')", () => app.http('f', { authLevel: 'function', handler })],
    [
      "the trigger option 'runOnStartup'",
      () => app.timer('f', { schedule: '0 15 * * * *', runOnStartup: true, handler: () => {} }),
    ],
    [
      'retries',
      () => {
        const retry = { strategy: 'fixedDelay', maxRetryCount: 1, delayInterval: 1000 } as const;
        app.timer('f', { schedule: '0 15 * * * *', retry, handler: () => {} });
      },
    ],
    [
      "the binding 'queue'",
      () => app.http('f', { extraOutputs: [output.storageQueue({ queueName: 'q', connection: 'c' })], handler }),
    ],
  ])('%s, and names the function', async (feature, register) => {
    await expect(withHost(register)).rejects.toThrow(
      `Function 'f': the built-in host does not support ${feature}. ${advice}`,
    );
  });

  it.each(['appStart', 'preInvocation', 'postInvocation'] as const)('the hook %s', async (name) => {
    await expect(withHost(() => app.hook[name](() => {}))).rejects.toThrow(
      `app.hook.${name}: the built-in host does not support hooks other than appTerminate. ${advice}`,
    );
  });

  it.each([['disposing a hook', () => app.hook.appTerminate(() => {}).dispose()]])('%s', async (_, register) => {
    await expect(withHost(register)).rejects.toThrow('does not support the disposal of functions and hooks');
  });

  it.each([
    ['{', 'in JSON'],
    ['{"version":"1.0","extensions":{"http":{"routePrefix":""}}}', 'version: '],
    ['{"version":"2.0"}', 'extensions: '],
    ['{"version":"2.0","extensions":{"http":{"routePrefix":"api"}}}', 'extensions.http.routePrefix: must be ""'],
    [
      '{"version":"2.0","extensions":{"http":{"routePrefix":"","customHeaders":{}}}}',
      'extensions.http: Unrecognized key: "customHeaders"',
    ],
    ['{"version":"2.0","extensions":{"http":{"routePrefix":""}},"retry":{}}', 'Unrecognized key: "retry"'],
  ])('host.json with %s', async (text, reason) => {
    const rootDir = await makeRoot({ 'host.json': text });
    const start = withHost(() => app.http('a', { handler }), undefined, { rootDir });
    await expect(start).rejects.toThrow(
      /host\.json is invalid, or uses what the built-in host does not support: [^\n]+$/,
    );
    await expect(start).rejects.toThrow(reason);
  });

  it('an app without host.json', async () => {
    const rootDir = join(await makeRoot(), 'elsewhere');
    await expect(withHost(() => app.http('a', { handler }), undefined, { rootDir })).rejects.toThrow(
      'host.json is missing. Create it with extensions.http.routePrefix "".',
    );
  });
});

describe('paths below /admin and /runtime', () => {
  it('never reach a function', async () => {
    await withHost(
      () => app.http('a', { route: '{first}/{second}', handler }),
      async ({ port }) => {
        expect((await send(port, '/administrators/x')).body).toBe('ok');
        expect((await send(port, '/admin/x')).status).toBe(404);
        expect((await send(port, '/Runtime/x')).status).toBe(404);
      },
    );
  });
});

describe('the appTerminate hook', () => {
  it('runs when the host closes', async () => {
    const calls: string[] = [];
    await withHost(
      () => {
        app.hook.appTerminate(() => void calls.push('first'));
        app.hook.appTerminate(() => void calls.push('second'));
        app.http('a', { handler });
      },
      async ({ port }) => {
        await send(port, '/a');
        expect(calls).toEqual([]);
      },
    );
    expect(calls).toEqual(['first', 'second']);
  });
});

describe('the close', () => {
  it('waits for requests in progress, and responds with 503 meanwhile', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const host = await startHost({
      rootDir: await makeRoot(),
      port: 0,
      load: async () => app.http('slow', { handler: () => released.then(() => ({ body: 'done' })) }),
    });
    const slow = send(host.port, '/slow');
    await delay(50);
    const closed = host.close();
    expect(await send(host.port, '/slow')).toMatchObject({ status: 503, body: 'Function host is not running.' });
    release();
    expect((await slow).body).toBe('done');
    await closed;
    await expect(send(host.port, '/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

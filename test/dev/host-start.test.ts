import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { app, type HttpFunctionOptions } from '@azure/functions';
import { describe, expect, it, vi } from 'vitest';
import { startHost } from '../../dev/host/server.ts';
import { makeRoot, send } from './fixtures/host-client.ts';
import { withHost } from './fixtures/with-host.ts';

const handler = () => ({ body: 'ok' });

/** Starts a host with these functions and ends it. */
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

  it('leaves out the second of two functions with one route and a method in common, and says so', async () => {
    const { names, reports } = await startWith({
      two: { route: '/Items/', methods: ['PUT', 'GET'] },
      one: { route: 'items' },
    });
    expect(names).toEqual(['one']);
    expect(reports).toEqual([
      "The 'two' function is in error: The route specified conflicts with the route defined by function 'one'.",
    ]);
  });

  it.each(['admin', 'Administrators/{x}', 'runtime/x'])(
    'leaves out a function whose route is %s, and says so',
    async (route) => {
      const { names, reports } = await startWith({ good: {}, bad: { route } });
      expect(names).toEqual(['good']);
      expect(reports).toEqual([
        "The 'bad' function is in error: The specified route conflicts with one or more built in routes.",
      ]);
    },
  );

  it.each(['1a', 'Host', 'a.b', 'ä', 'a'.repeat(129)])('leaves out a function named %s, and says so', async (name) => {
    const { names, reports } = await startWith({ good: {}, [name]: {} });
    expect(names).toEqual(['good']);
    expect(reports).toEqual([`The '${name}' function is in error: '${name}' is not a valid function name.`]);
  });

  it.each([
    ['/items', "'api//items'. The route template separator character '/' cannot appear consecutively"],
    ['{*uri}/providers', "'api/{*uri}/providers'. A catch-all parameter can only appear as the last segment"],
    ['{id:uuid}', "'api/{id:uuid}'. The constraint entry 'id' - 'uuid' could not be resolved"],
  ])('fails altogether on the route %s', async (route, reason) => {
    await expect(startWith({ good: {}, bad: { route } })).rejects.toThrow(
      `An error occurred while creating the route with name 'bad' and template ${reason}`,
    );
  });

  it('fails when two functions have one name', async () => {
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

  it('fails when nothing is registered', async () => {
    await expect(withHost(() => {})).rejects.toThrow('No job functions found.');
  });

  it('fails when the port is taken, and names it', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const start = withHost(() => app.http('a', { handler }), undefined, { port });
    await expect(start).rejects.toMatchObject({ code: 'EADDRINUSE', port });
    other.close();
  });

  it('fails while another host runs in the process, and works after its end', async () => {
    await withHost(
      () => app.http('a', { handler }),
      async () => {
        await expect(withHost(() => {})).rejects.toThrow('is running in this process already');
      },
    );
    expect((await startWith({ a: {} })).names).toEqual(['a']);
  });

  it('takes an app again that is imported anew', async () => {
    const load = () => import('./fixtures/host-app.ts');
    const { names } = await withHost(() => {}, undefined, { load });
    vi.resetModules();
    expect((await withHost(() => {}, undefined, { load })).names).toEqual(names);
  });

  it('ends the time to register functions', async () => {
    await withHost(
      () => app.http('a', { handler }),
      async () => {
        expect(() => app.http('late', { handler })).toThrow('can only be registered during app startup');
      },
    );
  });
});

describe('host.json', () => {
  it('may leave the route prefix out, and a leading slash of a route with it', async () => {
    const rootDir = await makeRoot({
      'host.json': '{"version":"2.0","extensions":{"http":{"routePrefix":""}}}',
    });
    await withHost(
      () => app.http('a', { route: '/items/{id}', handler }),
      async ({ port }) => {
        expect((await send(port, '/items/1')).status).toBe(200);
        expect((await send(port, '/api/items/1')).status).toBe(404);
      },
      { rootDir },
    );
  });

  it('lets a function take the root from the homepage, but nothing below /admin and /runtime', async () => {
    const rootDir = await makeRoot({ 'host.json': '{"version":"2.0","extensions":{"http":{"routePrefix":""}}}' });
    await withHost(
      () => app.http('a', { route: '{*path}', handler }),
      async ({ port }) => {
        expect((await send(port, '/')).body).toBe('ok');
        expect((await send(port, '/administrators')).body).toBe('ok');
        expect((await send(port, '/admin/x')).status).toBe(404);
        expect((await send(port, '/Runtime')).status).toBe(404);
      },
      { rootDir },
    );
  });

  it('adds its customHeaders to every answer that has no such field', async () => {
    const customHeaders = { 'X-Content-Type-Options': 'nosniff' };
    const rootDir = await makeRoot({
      'host.json': JSON.stringify({ version: '2.0', extensions: { http: { customHeaders } } }),
    });
    const field = async (port: number, path: string) => (await send(port, path)).headers['x-content-type-options'];
    await withHost(
      () => {
        app.http('plain', { handler });
        app.http('own', { handler: () => ({ headers: { 'x-content-type-options': 'own' } }) });
        app.http('failing', { handler: () => Promise.reject(new Error('no')) });
      },
      async ({ port }) => {
        expect(await field(port, '/api/plain')).toBe('nosniff');
        expect(await field(port, '/api/own')).toBe('own');
        expect(await field(port, '/api/failing')).toBe('nosniff');
        expect(await field(port, '/none')).toBe('nosniff');
        expect(await field(port, '/')).toBe('nosniff');
      },
      { rootDir },
    );
  });

  it.each(['{', '{"version":"1.0"}'])('that reads %s stops the start', async (text) => {
    const rootDir = await makeRoot({ 'host.json': text });
    const start = withHost(() => app.http('a', { handler }), undefined, { rootDir });
    await expect(start).rejects.toThrow('Unable to parse host configuration file');
  });
});

describe('a hook', () => {
  it('runs at the app’s start, around each invocation and at its end', async () => {
    const calls: string[] = [];
    await withHost(
      () => {
        app.hook.appStart((context) => {
          context.hookData['since'] = 'start';
          calls.push('appStart');
        });
        app.hook.preInvocation(({ invocationContext }) => void calls.push(`pre ${invocationContext.functionName}`));
        app.hook.postInvocation(({ result }) => void calls.push(`post ${JSON.stringify(result)}`));
        app.hook.appTerminate((context) => void calls.push(`appTerminate since ${context.hookData['since']}`));
        app.http('a', { handler });
      },
      async ({ port }) => {
        await send(port, '/api/a');
      },
    );
    expect(calls).toEqual(['appStart', 'pre a', 'post {"body":"ok"}', 'appTerminate since start']);
  });

  it('may replace the inputs, the handler and the result', async () => {
    await withHost(
      () => {
        app.hook.preInvocation((context) => {
          context.inputs = ['input'];
          context.functionHandler = (input: unknown) => ({ body: `handled ${input}` });
        });
        app.hook.postInvocation((context) => {
          context.result = { ...(context.result as object), status: 201 };
        });
        app.http('a', { handler });
      },
      async ({ port }) => {
        expect(await send(port, '/api/a')).toMatchObject({ status: 201, body: 'handled input' });
      },
    );
  });

  it('may clear the error of a handler', async () => {
    await withHost(
      () => {
        app.hook.postInvocation((context) => {
          context.error = null;
          context.result = { body: 'mended' };
        });
        app.http('a', { handler: () => Promise.reject(new Error('no')) });
      },
      async ({ port }) => {
        expect((await send(port, '/api/a')).body).toBe('mended');
      },
    );
  });

  it('that throws before an invocation makes it an empty 500', async () => {
    await withHost(
      () => {
        app.hook.preInvocation(() => {
          throw new Error('no');
        });
        app.http('a', { handler });
      },
      async ({ port }) => {
        expect(await send(port, '/api/a')).toMatchObject({ status: 500, body: '' });
      },
    );
  });

  it('can be disposed', async () => {
    const calls: string[] = [];
    await withHost(
      () => {
        app.hook.preInvocation(() => void calls.push('pre')).dispose();
        app.http('a', { handler });
      },
      async ({ port }) => {
        await send(port, '/api/a');
      },
    );
    expect(calls).toEqual([]);
  });
});

describe('the close', () => {
  it('waits for what is in flight, and answers 503 meanwhile', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const host = await startHost({
      rootDir: await makeRoot(),
      port: 0,
      load: async () => app.http('slow', { handler: () => released.then(() => ({ body: 'done' })) }),
    });
    const slow = send(host.port, '/api/slow');
    await delay(50);
    const closed = host.close();
    expect(await send(host.port, '/api/slow')).toMatchObject({ status: 503, body: 'Function host is not running.' });
    release();
    expect((await slow).body).toBe('done');
    await closed;
    await expect(send(host.port, '/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

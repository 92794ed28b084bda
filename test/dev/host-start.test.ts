import { setTimeout as delay } from 'node:timers/promises';
import { app, type HttpFunctionOptions } from '@azure/functions';
import { describe, expect, it } from 'vitest';
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
  /** Starts a host whose function and hook each return when released. */
  async function startSlow() {
    let [releaseFunction, releaseHook] = [() => {}, () => {}];
    const isReleased = new Promise<void>((resolve) => {
      releaseFunction = resolve;
    });
    const hookIsReleased = new Promise<void>((resolve) => {
      releaseHook = resolve;
    });
    const reports: string[] = [];
    const host = await startHost({
      rootDir: await makeRoot(),
      port: 0,
      report: (line) => reports.push(line),
      load: async () => {
        app.http('slow', { handler: () => isReleased.then(() => ({ body: 'done' })) });
        app.hook.appTerminate(() => hookIsReleased);
      },
    });
    return { ...host, reports, releaseFunction, releaseHook };
  }

  it('sends what a function returns before the hooks do, and responds with 503 meanwhile', async () => {
    const host = await startSlow();
    const slow = send(host.port, '/slow');
    await delay(50);
    const closed = host.close();
    expect(await send(host.port, '/slow')).toMatchObject({ status: 503, body: 'Function host is not running.' });
    host.releaseFunction();
    expect((await slow).body).toBe('done');
    host.releaseHook();
    await closed;
    await expect(send(host.port, '/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('ends as soon as the hooks return: what a function has not returned is an empty 500', async () => {
    const host = await startSlow();
    const slow = send(host.port, '/slow');
    await delay(50);
    host.releaseHook();
    await host.close();
    expect(await slow).toMatchObject({ status: 500, body: '' });
    expect(host.reports).toEqual([expect.stringContaining('The worker ended before the function returned.')]);
  });
});

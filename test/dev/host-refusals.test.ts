import { app, output } from '@azure/functions';
import { describe, expect, it } from 'vitest';
import { makeRoot } from './fixtures/host-client.ts';
import { withHost } from './fixtures/with-host.ts';

const handler = () => ({ body: 'ok' });

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
});

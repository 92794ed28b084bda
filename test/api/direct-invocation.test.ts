import { createRequire } from 'node:module';
import { beforeEach, expect, it, vi } from 'vitest';
import { getProgrammingModel } from '../../dev/host/core.ts';
import { invokeDirectly } from '../../lib/azure/direct-invocation.ts';
import { startStack } from '../support/stack.ts';
import { readItem } from '../support/valid-requests.ts';

/** What the worker and the library pass to one another, as far as this test reads it. */
interface Model {
  getArguments(): Promise<{ readonly context: { readonly invocationId: string }; readonly inputs: readonly object[] }>;
  getResponse(
    context: unknown,
    result: unknown,
  ): Promise<{
    readonly returnValue?: {
      readonly http?: { readonly statusCode: string; readonly body: { readonly bytes: Uint8Array } };
    };
  }>;
}

const stack = await startStack({ expectedAlerts: ['direct_invocation_off'] });

const { HttpRequest } = createRequire(import.meta.url)('@azure/functions') as typeof import('@azure/functions');

const http = {
  url: 'http://127.0.0.1:7071/companies(1)/items(2)?a=1&a=2&b=%2F#c',
  method: 'GET',
  nullableHeaders: { authorization: { value: ' Bearer x ' } },
  nullableParams: { companyId: { value: '1' }, itemId: { value: null } },
  nullableQuery: {},
};

function open(name: string, data: unknown): Model {
  const binding = { type: 'httpTrigger', direction: 'in' };
  return getProgrammingModel()?.getInvocationModel({
    invocationId: 'i1',
    metadata: { name, bindings: { httpTrigger: binding, $return: { type: 'http', direction: 'out' } } },
    request: { inputData: [{ name: 'httpTrigger', data }], traceContext: { traceParent: 'p', traceState: '' } },
    log: () => {},
  } as never) as unknown as Model;
}

let onFallback = vi.fn();
beforeEach(() => {
  // Each call covers the one before, whose mock also hears of a fallback.
  onFallback = vi.fn();
  invokeDirectly(new Set(['read']), onFallback);
});

it('an operation gets the pipeline’s own message, without the library’s request', async () => {
  const { context, inputs } = await open('read', { http }).getArguments();
  const [message] = inputs as [{ header(name: string): unknown }];
  expect(message).not.toBeInstanceOf(HttpRequest);
  expect(message).toMatchObject({
    method: 'GET',
    params: { companyId: '1', itemId: '' },
    rawQuery: 'a=1&a=2&b=%2F',
    hostTraceParent: 'p',
  });
  expect([message.header('authorization'), message.header('accept')]).toEqual(['Bearer x', undefined]);
  expect(context.invocationId).toBe('i1');
});

it('a page and a probe keep the library’s model', async () => {
  const { inputs } = await open('healthz', { http }).getArguments();
  expect(inputs[0]).toBeInstanceOf(HttpRequest);
});

it('a result that a hook has put in place of ours is converted by the library', async () => {
  const model = open('read', { http });
  const { context } = await model.getArguments();
  const { returnValue } = await model.getResponse(context, { status: 418, jsonBody: { a: 1 } });
  expect(returnValue?.http?.statusCode).toBe('418');
  expect(Buffer.from(returnValue?.http?.body.bytes ?? []).toString()).toBe('{"a":1}');
});

it.each([
  ['no url', { url: undefined }],
  ['headers of another form', { nullableHeaders: { accept: 'text/html' } }],
  ['a body that is text', { body: '{}' }],
])('%s switches back to the library for good, and raises one alert', async (_, change) => {
  const name = readItem.operation;
  invokeDirectly(new Set([name]), onFallback);
  const isDirect = async (own: object) => {
    const { inputs } = await open(name, { http: own }).getArguments();
    return !(inputs[0] instanceof HttpRequest);
  };
  expect([await isDirect(http), onFallback.mock.calls.length]).toEqual([true, 0]);
  open(name, { http: { ...http, ...change } });
  expect([await isDirect(http), onFallback.mock.calls.length]).toEqual([false, 1]);
  expect(stack.alerts.filter(({ alert }) => alert)).toEqual([
    expect.objectContaining({ alert: 'direct_invocation_off', subject: 'worker' }),
  ]);
});

/** In a file of its own: a process falls back to the library once and for good. */
import { HttpRequest } from '@azure/functions';
import { expect, it } from 'vitest';
import { getProgrammingModel } from '../../../dev/host/core.ts';
import { startStack } from '../../support/stack.ts';
import { readItem } from '../../support/valid-requests.ts';

const stack = await startStack({ expectedAlerts: ['direct_invocation_off'] });

const { nullableHeaders, ...older } = {
  url: 'http://127.0.0.1:7071/companies(1)/items(2)',
  method: 'GET',
  nullableHeaders: {},
  nullableParams: {},
  nullableQuery: {},
};

async function isDirect(http: object): Promise<boolean> {
  const binding = { type: 'httpTrigger', direction: 'in' };
  const model = await getProgrammingModel()?.getInvocationModel({
    invocationId: 'i1',
    metadata: { name: readItem.operation, bindings: { httpTrigger: binding } },
    request: { inputData: [{ name: 'httpTrigger', data: { http } }] },
    log: () => {},
  } as never);
  const { inputs } = (await model?.getArguments()) ?? { inputs: [] };
  return !(inputs[0] instanceof HttpRequest);
}

it('a message of an unexpected shape switches back to the library for good, and raises one alert', async () => {
  expect(await isDirect({ ...older, nullableHeaders })).toBe(true);
  expect(await isDirect({ ...older, headers: {} })).toBe(false);
  expect(await isDirect({ ...older, nullableHeaders })).toBe(false);
  expect(await isDirect({ ...older, headers: {} })).toBe(false);
  expect(stack.alerts.filter(({ alert }) => alert)).toEqual([
    expect.objectContaining({ alert: 'direct_invocation_off', subject: 'worker' }),
  ]);
});

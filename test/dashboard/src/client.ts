import { createFrontdeskClient } from '@frontdesk/client';
import { createBatchingClient } from '@frontdesk/client/batch';
import { getToken } from './auth.ts';
import { baseUrl } from './config.ts';

/** An integer of more than 53 bits stays a text. */
const parse = (text: string) =>
  JSON.parse(text, (_, value, context?: { readonly source: string }) =>
    Number.isInteger(value) && !Number.isSafeInteger(value) ? (context?.source ?? value) : value,
  );

export const client = createFrontdeskClient({ baseUrl, getToken, parse });

/** Reads of one API at the same moment are one request. */
export const batching = createBatchingClient({ baseUrl, getToken, parse });

const subscriptionId = '5ab00000-0000-4000-8000-00000000000a';
export const group = { subscriptionId, resourceGroupName: 'rg-shop' };
export const companyId = 'c0400000-0000-4000-8000-00000000000a';
export const customerId = 'c0500000-0000-4000-8000-0000000000a1';
export const machine = {
  ...group,
  resourceProviderNamespace: 'Vendor.Compute',
  resourceType: 'virtualMachines',
  resourceName: 'vm-web',
};

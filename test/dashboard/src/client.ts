import { createBatchingClient } from '@frontdesk/client/batch';
import { getToken } from './auth.ts';
import { baseUrl } from './config.ts';

/** Reads of the same moment are one request. */
export const client = createBatchingClient({ baseUrl, getToken });

const subscriptionId = '5ab00000-0000-4000-8000-00000000000a';
export const group = { subscriptionId, resourceGroupName: 'rg-shop' };
export const companyId = 'c0400000-0000-4000-8000-00000000000a';
export const machine = {
  ...group,
  resourceProviderNamespace: 'Vendor.Compute',
  resourceType: 'virtualMachines',
  resourceName: 'vm-web',
};

/** The companies of an environment. Source: R-17. */
import * as z from 'zod';
import { requiredInResponse, response } from './schema/resource.ts';
import { dateTime, guid, uri } from './schema/scalars.ts';

const company = response.object('Company', {
  id: requiredInResponse(guid),
  name: z.string(),
  displayName: z.string(),
  systemVersion: z.string(),
  timestamp: z.number().describe('A 64-bit integer.'),
  businessProfileId: z.string(),
  systemCreatedAt: dateTime,
  systemCreatedBy: guid,
  systemModifiedAt: dateTime,
  systemModifiedBy: guid,
});

export const CompanyList = response.object(
  'CompanyList',
  { value: requiredInResponse(z.array(company)), '@odata.nextLink': uri },
  { description: 'The companies that the caller may access.' },
);

/** Restore sessions of any kind, and found restore points. Source: docs/specification.md#restore-points. */
import * as z from 'zod';
import { openList } from '../../../lib/contracts/schema/annotations.ts';
import { requiredInResponse } from '../../../lib/contracts/schema/resource.ts';
import { dateTime, int32, stringList } from '../../../lib/contracts/schema/scalars.ts';
import { response } from './response.ts';

/** Not always RFC 3339: the vendor's samples have hyphens in the time. */
const time = z.string();

const identity = response.inline({ id: z.string(), displayName: z.string() });

const identitySet = response.object('IdentitySet', { application: identity, user: identity });

export const RestoreSession = response.object(
  'RestoreSession',
  {
    '@odata.type': z.string().describe('Kind of the session: of a site, a mailbox or a drive.'),
    id: z.string(),
    status: openList(['draft', 'activating', 'active', 'completedWithError', 'completed', 'failed']),
    createdBy: identitySet,
    createdDateTime: time,
    completedDateTime: time,
    lastModifiedBy: identitySet,
    lastModifiedDateTime: time,
    error: response.inline({ code: z.string(), message: z.string() }),
  },
  { description: 'The restoration of sites, mailboxes or drives.' },
);

export const RestoreSessionList = response.object(
  'RestoreSessionList',
  { value: requiredInResponse(z.array(RestoreSession)), '@odata.nextLink': z.string() },
  { description: 'Restore sessions of every kind.' },
);

const protectionUnit = response.object('ProtectionUnit', {
  '@odata.type': z.string(),
  id: z.string(),
  siteId: z.string(),
  policyId: z.string(),
});

const restorePoint = response.object('RestorePoint', {
  '@odata.type': z.string(),
  id: z.string(),
  protectionDateTime: dateTime,
  expirationDateTime: dateTime,
  protectionUnit,
  tags: z.string(),
});

export const RestorePointSearchResult = response.object(
  'RestorePointSearchResult',
  {
    '@odata.context': z.string().describe('Context URL.'),
    searchResponseId: z.string(),
    searchResults: requiredInResponse(
      z.array(
        response.inline({
          artifactHitCount: int32().describe('Present if artifactQuery was used.'),
          restorePoint: requiredInResponse(restorePoint),
        }),
      ),
    ),
    noResultProtectionUnitIds: stringList.describe('Requested units for which no restore point was found.'),
  },
  { description: 'At most five restore points.' },
);

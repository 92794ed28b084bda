/** The restore session of a backup-restore solution, of any kind. Source. */
import * as z from 'zod';
import { openList } from './schema/annotations.ts';
import { requiredInResponse, response } from './schema/resource.ts';
import { uri } from './schema/scalars.ts';

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
  { value: requiredInResponse(z.array(RestoreSession)), '@odata.nextLink': uri },
  { description: 'Restore sessions of every kind.' },
);

/** The bodies of successes, by operation: each status with a body has the same one. */
import * as z from 'zod';
import type { CompiledOperation } from '../../../lib/compile-operation.ts';
import { requiredInResponse } from '../../../lib/contracts/schema/resource.ts';
import { int32 } from '../../../lib/contracts/schema/scalars.ts';
import type { Profile } from '../../../lib/profiles.ts';
import { RestorePointSearchResult, RestoreSession, RestoreSessionList } from './backup-restore.ts';
import { CompanyList, Customer, CustomerList, Item, ItemList } from './business-data.ts';
import { describeExample } from './example.ts';
import { HealthEvent, HealthEventList } from './health-event.ts';
import { bodiesOf, LoginLinks, streamingJob, streamingJobList } from './management.ts';
import { ModelCopyAuthorization } from './model-copy.ts';
import { response } from './response.ts';

/** The body of a poll: that of the write, or its status; some ends have none. */
const POLLED = z.record(z.string(), z.unknown()).nullable();

const BatchResponse = response.object(
  'BatchResponses',
  {
    responses: requiredInResponse(
      z.array(
        response.inline({
          id: requiredInResponse(z.string()),
          status: requiredInResponse(int32(200)),
          headers: requiredInResponse(z.record(z.string(), z.string())),
          body: z.unknown().describe('JSON; absent where the single response has none.'),
        }),
      ),
    ),
  },
  { description: 'One response for each request, in the same order.' },
);

function listBodies(profile: Profile): Readonly<Record<string, z.ZodType>> {
  const { Authorization, AuthorizationList, ApiDiagnostic, ApiDiagnosticList } = bodiesOf(profile);
  return {
    createOrUpdateAuthorization: Authorization,
    getAuthorization: Authorization,
    listAuthorizations: AuthorizationList,
    getAuthorizationLoginLinks: LoginLinks,
    createOrUpdateApiDiagnostic: ApiDiagnostic,
    getApiDiagnostic: ApiDiagnostic,
    updateApiDiagnostic: ApiDiagnostic,
    listApiDiagnostics: ApiDiagnosticList,
    listHealthEvents: HealthEventList,
    listNestedHealthEvents: HealthEventList,
    listSubscriptionHealthEvents: HealthEventList,
    fetchHealthEventDetails: HealthEvent,
    createOrReplaceStreamingJob: streamingJob(profile),
    getStreamingJob: streamingJob(profile),
    updateStreamingJob: streamingJob(profile),
    listStreamingJobs: streamingJobList(profile),
    listSubscriptionStreamingJobs: streamingJobList(profile),
    searchRestorePoints: RestorePointSearchResult,
    listRestoreSessions: RestoreSessionList,
    getRestoreSession: RestoreSession,
    authorizeModelCopy: ModelCopyAuthorization,
    listCompanies: CompanyList,
    listCustomers: CustomerList,
    getCustomer: Customer,
    listItems: ItemList,
    getItem: Item,
    getOperation: POLLED,
  };
}

export interface WithBodies extends CompiledOperation {
  /** The schema of the body by status of success; null means no body. */
  readonly bodies: Readonly<Record<string, z.ZodType | null>>;
}

export function addBodies(operation: CompiledOperation, profile: Profile): WithBodies {
  const { name, route, responses } = operation;
  const body = route.endsWith('/$batch') ? BatchResponse : (listBodies(profile)[name] ?? describeExample(operation));
  const bodies = Object.entries(responses).map(([status, required]) => [status, required && body]);
  return { ...operation, bodies: Object.fromEntries(bodies) };
}

/** Authorizations and their login links, diagnostic settings and streaming jobs, each as an upstream returns it. */
import * as diagnostics from '../../../lib/contracts/api-diagnostic.ts';
import * as authorizations from '../../../lib/contracts/authorization.ts';
import type { Direction, OpenObject } from '../../../lib/contracts/schema/resource.ts';
import { uri } from '../../../lib/contracts/schema/scalars.ts';
import * as jobs from '../../../lib/contracts/streaming-job/job.ts';
import type { StreamingNames } from '../../../lib/contracts/streaming-job/parts.ts';
import type { Profile } from '../../../lib/profiles.ts';
import { liveResponse, page, response } from './response.ts';

function composeBodies(direction: Direction) {
  const Authorization = authorizations.Authorization.compose(direction);
  const ApiDiagnostic = diagnostics.ApiDiagnostic.compose(direction);
  return {
    Authorization,
    AuthorizationList: page('AuthorizationList', Authorization, 'A page of authorizations.'),
    ApiDiagnostic,
    ApiDiagnosticList: page('ApiDiagnosticList', ApiDiagnostic, 'A page of diagnostic settings.'),
  };
}

const specified = composeBodies(response);
const live = composeBodies(liveResponse);

export const { Authorization, AuthorizationList, ApiDiagnostic, ApiDiagnosticList } = specified;

/** Returns the bodies of the gateway's resources in one cloud. */
export const bodiesOf = ({ isLive }: Profile) => (isLive ? live : specified);

/** Source: R-06. */
export const LoginLinks = response.object(
  'LoginLinks',
  { loginLink: uri.describe('Opens the sign-in. A person who has it can give the consent.') },
  { description: 'Where to sign in.' },
);

export const streamingJob = (names: StreamingNames): OpenObject =>
  jobs.streamingJob(names).compose(names.isLive ? liveResponse : response);

const lists = new WeakMap<StreamingNames, OpenObject>();

/** Returns the same schema each time, because a document names each schema once. */
export function streamingJobList(names: StreamingNames): OpenObject {
  const list = lists.get(names) ?? page('StreamingJobList', streamingJob(names), 'A page of streaming jobs.');
  lists.set(names, list);
  return list;
}

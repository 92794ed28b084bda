/** The operations around the specified ones, as the fault matrix calls them: what is written is read, watched and ended. */
import { companies, managed, restoreSessions, subscriptions } from '../../dev/seed.ts';
import { GATEWAY, JOBS, type SampleOperation, type SampleRequest } from './sample-operations.ts';

const AUTHORIZATIONS = `${GATEWAY}/authorizationProviders/${managed.provider}/authorizations`;
const NOTICE = `/subscriptions/${subscriptions.contoso}/providers/Vendor.ResourceHealth/events/SEC7-QX4`;

const GATEWAY_VERSION = '?api-version=2024-05-01';
const JOB_VERSION = '?api-version=2020-03-01';

/** Every sample is the same request: it reads what is there from the start. */
const define = (
  operation: Omit<SampleOperation, 'isCached' | 'toRequest'>,
  request: SampleRequest,
): SampleOperation => ({
  ...operation,
  isCached: false,
  toRequest: () => request,
});

const reads: readonly SampleOperation[] = [
  define(
    { id: 'O9', group: 'reads', api: 'arm', status: 200, deadlineMs: 8_000 },
    { method: 'GET', path: `${AUTHORIZATIONS}/${managed.authorizations.connected}${GATEWAY_VERSION}` },
  ),
  define(
    { id: 'O10', group: 'reads', api: 'arm', status: 200, deadlineMs: 8_000 },
    { method: 'GET', path: `${GATEWAY}/apis/${managed.api}/diagnostics/${managed.diagnostic}${GATEWAY_VERSION}` },
  ),
  define(
    { id: 'O11', group: 'reads', api: 'arm', status: 200, deadlineMs: 8_000 },
    { method: 'GET', path: `${JOBS}/${managed.jobs.running}${JOB_VERSION}&$expand=inputs` },
  ),
  define(
    { id: 'O12', group: 'reads', api: 'graph', status: 200, deadlineMs: 8_000 },
    { method: 'GET', path: `/solutions/backupRestore/restoreSessions/${restoreSessions.active}` },
  ),
  define(
    { id: 'O13', group: 'reads', api: 'arm', status: 200, deadlineMs: 8_000 },
    { method: 'POST', path: `${NOTICE}/fetchEventDetails?api-version=2025-05-01` },
  ),
];

/** Each on one page: a link to a second one would have the emulator's port, as that of the restore sessions has. */
const lists: readonly SampleOperation[] = (
  [
    ['O17', 'arm', AUTHORIZATIONS + GATEWAY_VERSION],
    ['O18', 'arm', `${GATEWAY}/apis/${managed.api}/diagnostics${GATEWAY_VERSION}`],
    ['O19', 'arm', JOBS + JOB_VERSION],
    ['O20', 'business', '/companies'],
  ] as const
).map(([id, api, path]) =>
  define({ id, group: 'reads', api, status: 200, deadlineMs: 8_000 }, { method: 'GET', path }),
);

/** A search of a company's records may take long, and has two attempts. F20 takes another list away. */
const recordLists: readonly SampleOperation[] = (['customers', 'items'] as const).map((collection, index) =>
  define(
    { id: `O${21 + index}`, group: 'search', api: 'business', status: 200, deadlineMs: 20_000, skips: ['F20'] },
    { method: 'GET', path: `/companies(${companies.contoso})/${collection}?$filter=displayName%20eq%20'Nobody'` },
  ),
);

/** Faults of a body, which the responses of these writes do not have. */
const OF_BODIES = ['F06', 'F08', 'F09', 'F19'];

const writes: readonly SampleOperation[] = [
  // F26 calls twice, and the second deletion is a 204.
  define(
    {
      id: 'O14',
      group: 'writes',
      api: 'arm',
      status: 200,
      deadlineMs: 15_000,
      skips: [...OF_BODIES, 'F26'],
    },
    {
      method: 'DELETE',
      path: `${AUTHORIZATIONS}/${managed.authorizations.connected}${GATEWAY_VERSION}`,
      headers: { 'if-match': '*' },
    },
  ),
  // Of a job that does not run, so that it changes nothing.
  define(
    { id: 'O15', group: 'writes', api: 'arm', status: 200, deadlineMs: 60_000, skips: OF_BODIES },
    { method: 'POST', path: `${JOBS}/${managed.jobs.created}/stop${JOB_VERSION}` },
  ),
];

/** Makes a link, which changes nothing: it is repeated as a search is. No member of its response is required. */
const loginLinks = define(
  { id: 'O16', group: 'search', api: 'arm', status: 200, deadlineMs: 15_000, skips: ['F20'] },
  {
    method: 'POST',
    path: `${AUTHORIZATIONS}/${managed.authorizations.waiting}/getLoginLinks${GATEWAY_VERSION}`,
    body: { postLoginRedirectUrl: 'https://portal.contoso.example/done' },
  },
);

export const operationsAround = [...reads, ...lists, ...recordLists, ...writes, loginLinks];

/** Incidents of the local stack: how each is caused, which mail must come and when, what the runbook says of it, and how it ends. */
import { TableClient } from '@azure/data-tables';
import { tenants } from '../../dev/seed.ts';
import { MINUTE_MS, type WatchedStack } from './watched-stack.ts';
import type { Workspace } from './workspace.ts';

export interface Incident {
  readonly name: string;
  /** The mail that comes, after so many minutes; the day's digest, without any; nothing that the app can know, without a rule. */
  readonly rule?: string;
  readonly minutes?: number;
  /** Of the runbook, and what it says there; the doctor says the same where it knows it. */
  readonly section: string;
  readonly words: string;
  /** The check of the doctor that finds it; with these settings, where they are the incident. */
  readonly doctor?: string;
  readonly settings?: Readonly<Record<string, string | undefined>>;
  /** The section's named lines that mend it, and what they must have done; nothing where they are those of `npm run access`. */
  readonly lines?: string;
  readonly command?: RegExp;
  /** Where the lines are, if the section links to another. */
  readonly linesIn?: string;
  readonly cause?: (app: WatchedStack) => unknown;
  /** Each minute. */
  readonly each?: (app: WatchedStack, workspace: Workspace, minute: number) => unknown;
  readonly recover?: (app: WatchedStack) => unknown;
}

const always = (fault: object) => ({ times: 100_000, fault });
type Api = 'arm' | 'business';
/** A service that fails every call. */
const service = (api: Api, fault: object): Pick<Incident, 'cause' | 'recover'> => ({
  cause: ({ stack }) => stack.upstream.fault({ api, ...always(fault) }),
  recover: ({ stack }) => stack.upstream.reset(),
});
const status = (code: number, error: string, more: object = {}) => ({
  kind: 'status',
  status: code,
  body: { error: { code: error, message: 'No.' } },
  ...more,
});
/** Tokens of everybody. */
const tokens = (toClaims: (now: number) => object): Pick<Incident, 'cause' | 'recover'> => ({
  cause: (app) => app.changeClaims(toClaims(Math.floor(app.clock.wallNow() / 1000))),
  recover: (app) => app.changeClaims({}),
});
const everybody = { rule: 'everybody-refused', minutes: 10, section: 'refused-tokens' } as const;

/** What the app has for a day ends. The date stays: the emulated identity's tokens follow the machine's. */
function outliveADay({ clock }: WatchedStack): void {
  const ms = 25 * 60 * MINUTE_MS;
  clock.time += ms;
  clock.jump(-ms);
}

const openPolicy = ({ stack, policyTable }: WatchedStack) =>
  TableClient.fromConnectionString(stack.tables.connectionString, policyTable, { allowInsecureConnection: true });
const current = { partitionKey: 'policy', rowKey: 'current' };

const repeat = (count: number, send: () => Promise<unknown>) => Promise.all(Array.from({ length: count }, send));
const at = ({ clock }: WatchedStack) => ({ TimeGenerated: clock.time });

const SET = /^az functionapp config appsettings set --settings \S+=\S+ --resource-group rg-test --name func-test$/;
const ASSIGN =
  /^az role assignment create --assignee-object-id \S+ --assignee-principal-type ServicePrincipal --role Storage Table/;

const ofIdentity: readonly Incident[] = [
  {
    name: 'the managed identity is not assigned',
    ...{ rule: 'identity-fails', minutes: 10, section: 'identity-fails', words: 'MANAGED_IDENTITY_CLIENT_ID' },
    ...{ doctor: 'identity (ARM_SCOPE)', lines: 'identity' },
    command:
      /^az functionapp identity assign --identities \/subscriptions\/\S+ --resource-group rg-test --name func-test$/,
    async cause(app) {
      await app.stack.identity.fault({ api: 'token', ...always({ kind: 'status', status: 400 }) });
      outliveADay(app);
    },
    recover: ({ stack }) => stack.identity.reset(),
  },
  {
    name: 'the identity endpoint of one new instance hangs',
    ...{ rule: 'identity-fails', minutes: 15, section: 'identity-fails', words: 'One instance only' },
    each: ({ clock }, workspace) =>
      workspace.addLines([{ alert: 'check_failed', subject: 'identity' }], clock.time, 'instance-2'),
  },
  {
    name: 'a service refuses the managed identity',
    ...{ rule: 'identity-fails', minutes: 10, section: 'identity-fails', words: 'infra/access', doctor: 'arm' },
    lines: 'rights',
    command: /^az deployment group create --resource-group rg-shop .*management-assignment\.bicep .*principalId=/,
    ...service('arm', status(403, 'AuthorizationFailed')),
  },
  {
    name: 'the scope of another API is set',
    ...{ rule: 'identity-fails', minutes: 10, section: 'identity-fails', words: '_SCOPE', doctor: 'arm' },
    ...service('arm', status(401, 'InvalidAuthenticationTokenAudience')),
  },
  {
    name: 'the environment of business data is gone',
    ...{ rule: 'identity-fails', minutes: 10, section: 'identity-fails', words: '_BASE_URL', doctor: 'businessData' },
    ...service('business', status(404, 'NoEnvironment')),
  },
];

const ofServices: readonly Incident[] = [
  {
    name: 'a service is not at its address',
    ...{ rule: 'upstream-down', minutes: 10, section: 'upstream-down', words: 'BUSINESS_DATA_BASE_URL' },
    ...{ doctor: 'businessData', lines: 'address', command: SET },
    ...service('business', { kind: 'reset' }),
  },
  {
    name: 'a service is in maintenance',
    ...{
      rule: 'upstream-down',
      minutes: 10,
      section: 'upstream-down',
      words: "the service's status page",
      doctor: 'arm',
    },
    ...service('arm', { kind: 'status', status: 503 }),
  },
  {
    name: 'a proxy’s page comes in place of a service',
    ...{ rule: 'upstream-down', minutes: 10, section: 'upstream-down', words: "a proxy's page", doctor: 'arm' },
    ...service('arm', { kind: 'html' }),
  },
  {
    name: 'a company was moved',
    ...{ rule: 'service-refuses', minutes: 30, section: 'service-refuses', words: '_BASE_URL', doctor: 'businessData' },
    ...service('business', status(404, 'BadRequest_ResourceNotFound')),
  },
  {
    name: 'a service retired an api-version',
    ...{ rule: 'service-refuses', minutes: 30, section: 'service-refuses', words: 'retired', doctor: 'arm' },
    ...service('arm', status(400, 'InvalidApiVersionParameter')),
  },
  {
    name: 'a service throttles every call',
    ...{ rule: 'upstream-throttles', minutes: 30, section: 'upstream-throttles', words: 'LIMITS', doctor: 'arm' },
    ...service('arm', status(429, 'TooManyRequests', { headers: { 'retry-after': '30' } })),
  },
  {
    name: 'a service takes most of the deadline',
    ...{ rule: 'slow-service', minutes: 30, section: 'latency', words: 'the service is slow' },
    // The app's own records: waiting for each would take hours.
    each: ({ stack, clock }, workspace) =>
      workspace.addLines(
        stack.log.slice(-2).map((record) => ({ ...record, count: 3, upstreamMs: 6_000, durationMs: 6_010 })),
        clock.time,
      ),
  },
  {
    name: 'a service’s response lacks a member',
    ...{ rule: 'digest', section: 'upstream-drift', words: '`lib/contracts/`' },
    ...service('business', { kind: 'patch', body: { id: null, '@odata.etag': null } }),
  },
];

const ofCallers: readonly Incident[] = [
  { name: 'every token has expired', ...everybody, words: 'ERR_JWT_EXPIRED', ...tokens((now) => ({ exp: now - 600 })) },
  {
    name: 'every token is of version 1.0',
    ...{ ...everybody, words: 'requestedAccessTokenVersion' },
    ...tokens(() => ({ iss: `https://sts.windows.net/${tenants.contoso}/` })),
  },
  {
    name: 'every token is for another API',
    ...everybody,
    words: 'AUTH_AUDIENCE',
    ...tokens(() => ({ aud: 'api://x' })),
  },
  {
    name: 'the issuer’s clock is ahead',
    ...{ ...everybody, words: 'ERR_JWT_CLAIM_VALIDATION_FAILED nbf' },
    ...tokens((now) => ({ nbf: now + 20 * 3_600 })),
  },
  {
    name: 'the app roles of everybody are gone',
    ...{ ...everybody, words: 'assign the app roles again' },
    ...tokens(() => ({ roles: ['None'] })),
  },
  {
    name: 'a new policy takes everybody’s grants',
    ...{ ...everybody, words: 'the last change of the policy' },
    ...tokens(() => ({ tid: tenants.fabrikam })),
  },
  {
    name: 'tokens are forged',
    ...{ rule: 'refused-tokens', minutes: 15, section: 'refused-tokens', words: 'otherwise forged' },
    each: (app) => repeat(10, () => app.read({ authorization: 'Bearer e30.e30.e30' })),
  },
  {
    name: 'a frontend has no grant',
    ...{ rule: 'denied-callers', minutes: 15, section: 'denied-callers', words: 'add a narrow grant' },
    each: async (app) => {
      const headers = await app.authorize('dora', { tid: tenants.fabrikam });
      await repeat(5, () => app.read(headers));
    },
  },
  {
    name: 'one person floods the app',
    ...{ rule: 'digest', section: 'latency', words: 'one subject sends most' },
    each: async (app, _, minute) => {
      const headers = await app.authorize('flo');
      if (minute === 5) await repeat(200, () => app.read(headers));
    },
  },
];

export { ASSIGN, always, at, current, ofCallers, ofIdentity, ofServices, openPolicy, outliveADay, SET };

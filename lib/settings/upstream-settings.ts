/** The settings of the upstreams: where each is, the scope of its token, and its limits. */
import { DEFAULT_LIMITS, upstreamLimits } from '../upstream/limits.ts';
import { group, json, name, printable, scopeUrl, url } from './setting-types.ts';

const upstreams = group('Upstreams');

const scope = (what: string, example: string) =>
  upstreams(scopeUrl, `Scope of the managed identity's token for ${what}.`, example);

const limits = (upstream: keyof typeof DEFAULT_LIMITS, what: string) =>
  upstreams(
    json(upstreamLimits).default(DEFAULT_LIMITS[upstream]),
    `Limits for ${what}, by kind of call: concurrent calls (\`parallel\`) and waiting calls (\`queue\`) of one instance; the rate of all instances together, which they share by the quota that the upstream reports, by subscription where there is one, its deletes apart from other writes; the bytes of a response (\`maxResponseBytes\`). \`limits.${upstream}\` of the access policy replaces all but the last.`,
    '{"bulkhead":{"read":{"parallel":8,"queue":32},"write":{"parallel":4,"queue":16}},"rate":{"write":{"perSecond":4,"burst":5}}}',
    { defaultNote: 'lib/upstream/limits.ts' },
  );

export const upstreamSettings = {
  MANAGED_IDENTITY_CLIENT_ID: upstreams(
    name.optional(),
    'Client id of a user-assigned identity. The system-assigned identity is used without it.',
    '1de00000-0000-4000-8000-000000000001',
  ),
  ARM_BASE_URL: upstreams(
    url,
    'The management API: authorizations, diagnostics, health events, streaming jobs.',
    'https://management.azure.com',
  ),
  ARM_SCOPE: scope('the management API', 'https://management.azure.com/.default'),
  ARM_LIMITS: limits('arm', 'the management API'),
  BACKUP_RESTORE_BASE_URL: upstreams(
    url,
    'The backup-restore API, version included.',
    'https://graph.microsoft.com/v1.0',
  ),
  BACKUP_RESTORE_SCOPE: scope('the backup-restore API', 'https://graph.microsoft.com/.default'),
  BACKUP_RESTORE_LIMITS: limits('backupRestore', 'the backup-restore API'),
  DOCUMENT_MODELS_ENDPOINT: upstreams(
    url,
    'The document-models resource.',
    'https://contoso.cognitiveservices.azure.com',
  ),
  DOCUMENT_MODELS_SCOPE: scope('the document models', 'https://cognitiveservices.azure.com/.default'),
  DOCUMENT_MODELS_LIMITS: limits('documentModels', 'the document models'),
  DOCUMENT_MODELS_KEY: upstreams(
    printable.optional(),
    'API key to use instead of the managed identity, for the document models only.',
    "the resource's key 1 or key 2",
    { isSecret: true },
  ),
  BUSINESS_DATA_BASE_URL: upstreams(
    url,
    'The business-data API, with its version, tenant and environment.',
    'https://api.businesscentral.dynamics.com/v2.0/production/api/v2.0',
  ),
  BUSINESS_DATA_SCOPE: scope('the business-data API', 'https://api.businesscentral.dynamics.com/.default'),
  BUSINESS_DATA_LIMITS: limits('businessData', 'the business-data API'),
};

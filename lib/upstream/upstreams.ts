/** The upstreams: one entry each, with address, credential, error format and limits. */
import * as z from 'zod';
import { COMPANY_HEADERS, PAGE_SIZE } from '../contracts/odata-query.ts';
import { guid, resourceName } from '../contracts/path-values.ts';
import type { ErrorFormatName } from '../http/error-formats.ts';
import type { HeaderRules } from '../http/parse-headers.ts';
import { type Rate, rate } from '../time/token-bucket.ts';

/** The kinds of calls that the management API counts. */
export type CallKind = 'read' | 'write';

const places = z
  .strictObject({
    parallel: z.int().min(1).describe('calls in progress'),
    queue: z.int().min(0).describe('calls that wait'),
  })
  .partial();
const sent = rate.partial().describe('calls');

/** Limits that differ from the default: every part may be left out. Deletes have the rate of writes once more. */
export const upstreamLimits = z
  .strictObject({
    bulkhead: z.strictObject({ read: places, write: places }).partial(),
    rate: z.strictObject({ read: sent, write: sent }).partial(),
    maxResponseBytes: z
      .int()
      .min(1024)
      .max(32 * 1024 * 1024)
      .describe('bytes of a response'),
  })
  .partial();

export interface UpstreamLimits {
  readonly bulkhead: Readonly<Record<CallKind, { readonly parallel: number; readonly queue: number }>>;
  readonly rate: Readonly<Partial<Record<CallKind, Rate>>>;
  readonly maxResponseBytes?: number;
}

/**
 * Status; pattern of the error's code, a blank and its message, as services and public reports have them; reason in record and alert;
 * whether only for a path without parameters, where nothing but the API can be missing.
 */
type DeploymentFault = readonly [status: number, says: RegExp, reason: string, isOfFixedPath?: true];

type Setting = Readonly<Record<'setting' | 'description' | 'example', string>>;

/** All that is known of an upstream. CONTRIBUTING.md lists what else names it. */
export interface UpstreamEntry {
  /** As in "a token for …". */
  readonly title: string;
  /** The setting with the base address. `path`: what the path of an address with the example's host must be. */
  readonly address: Setting & { readonly path: RegExp };
  /** The setting with the scope of the managed identity's token; without it the API takes only a key. */
  readonly scope?: Omit<Setting, 'description'>;
  /** The setting with an API key, sent in this header instead of a token; optional where there is a scope. */
  readonly key?: Setting & { readonly header: Readonly<Record<'vendor' | 'microsoft', string>> };
  /** The examples that are valid for everyone in the live cloud. */
  readonly common: 'address and scope' | 'scope';
  readonly errors: ErrorFormatName;
  /** Codes of a 403 by which the managed identity itself is refused, as the service documents them. Source: C-34. */
  readonly identityCodes: RegExp;
  /** Refusals that no caller can mend: the deployment lacks something. Source: C-86. */
  readonly faults?: readonly DeploymentFault[];
  readonly limits: UpstreamLimits;
  /** Most bytes of a list; with the places it bounds the memory (P-25). `limits` may say otherwise. */
  readonly maxListBytes: number;
  readonly nextLink: 'nextLink' | '@odata.nextLink';
  /** The part of a path that a link may have and the address not, or the reverse. */
  readonly optionalPath?: RegExp;
  /** The path parameter that is the scope of limits and failures, where a path has it. */
  readonly scopedBy?: string;
  /** Paths that differ only by case name the same resource. */
  readonly ignoresPathCase?: true;
  /** Path that is matched against grants, unless an operation names another; its own path when absent. */
  readonly resource?: string;
  /** The value of a path parameter that has no rule by its name; any text by default. */
  readonly pathValue?: z.ZodType<string>;
  /** Members that a resource must have, and an element of a list; none by default. */
  readonly members?: readonly string[];
  readonly listedMembers?: readonly string[];
  /** Headers of requests of a list. */
  readonly list?: HeaderRules;
  /** Any resource can hold secrets: reads are redacted unless an operation says otherwise. */
  readonly holdsSecrets?: true;
}

const MEBIBYTE = 1024 * 1024;

/** Azure's own codes, and those of the service. */
const AZURE = String.raw`(?:Linked)?AuthorizationFailed|InvalidAuthenticationToken\w*|ExpiredAuthenticationToken`;
const refusing = (codes: string) => new RegExp(`^(?:${AZURE}|${codes})$`, 'i');

const graph = { parallel: 8, queue: 32 };
const documents = { parallel: 5, queue: 20 };
/** The service accepts five parallel calls per user, and the managed identity is one user. */
const business = { parallel: 5, queue: 50 };

/** The limits are those that the real services publish. Source: docs/scale.md. */
export const UPSTREAMS = {
  arm: {
    title: 'the management API',
    address: {
      setting: 'ARM_BASE_URL',
      description: 'The management API: authorizations, diagnostics, health events, streaming jobs.',
      example: 'https://management.azure.com',
      path: /^$/,
    },
    scope: { setting: 'ARM_SCOPE', example: 'https://management.azure.com/.default' },
    common: 'address and scope',
    errors: 'arm',
    identityCodes: refusing('AuthenticationFailed'),
    limits: {
      bulkhead: { read: { parallel: 32, queue: 128 }, write: { parallel: 8, queue: 32 } },
      // The service's buckets hold 250 reads, 200 writes and 200 deletes per subscription and refill at 25, 10 and 10 per second.
      rate: { read: { perSecond: 25, burst: 250 }, write: { perSecond: 10, burst: 200 } },
    },
    maxListBytes: 2 * MEBIBYTE,
    nextLink: 'nextLink',
    scopedBy: 'subscriptionId',
    ignoresPathCase: true,
    pathValue: resourceName,
    members: ['id', 'name', 'properties'],
    listedMembers: ['id', 'name', 'properties'],
    holdsSecrets: true,
  },
  backupRestore: {
    title: 'the backup-restore API',
    address: {
      setting: 'BACKUP_RESTORE_BASE_URL',
      description: 'The backup-restore API, version included.',
      example: 'https://graph.microsoft.com/v1.0',
      path: /^\/v1\.0$/,
    },
    scope: { setting: 'BACKUP_RESTORE_SCOPE', example: 'https://graph.microsoft.com/.default' },
    common: 'address and scope',
    errors: 'backupRestore',
    identityCodes: refusing(String.raw`Auth(?:orization|entication)_\w+|(?:Error)?AccessDenied|Forbidden|UnknownError`),
    faults: [
      [400, /^BadRequest Resource not found for the segment/i, 'base_address'],
      [404, /^(?:\w*NotFound|BadRequest|UnknownError)? /i, 'base_address', true],
    ],
    limits: { bulkhead: { read: graph, write: graph }, rate: {} },
    maxListBytes: 4 * MEBIBYTE,
    nextLink: '@odata.nextLink',
    resource: '/solutions/backupRestore',
  },
  documentModels: {
    title: 'the document models',
    address: {
      setting: 'DOCUMENT_MODELS_ENDPOINT',
      description: 'The document-models resource.',
      example: 'https://contoso.cognitiveservices.azure.com',
      path: /^$/,
    },
    scope: { setting: 'DOCUMENT_MODELS_SCOPE', example: 'https://cognitiveservices.azure.com/.default' },
    key: {
      setting: 'DOCUMENT_MODELS_KEY',
      description: 'API key to use instead of the managed identity, for the document models only.',
      example: "the resource's key 1 or key 2",
      header: { vendor: 'vendor-subscription-key', microsoft: 'ocp-apim-subscription-key' },
    },
    common: 'scope',
    errors: 'documentModel',
    identityCodes: refusing('Forbidden|PermissionDenied|AccessDenied|InvalidDataProtectionKey'),
    faults: [
      [400, /custom subdomain/i, 'custom_subdomain'],
      [403, /virtual network|firewall|public (?:network )?access (?:is|has been) d|private endpoint/i, 'network_rule'],
      [404, /^(?:404|\w*NotFound)? /i, 'base_address', true],
    ],
    limits: {
      bulkhead: { read: documents, write: documents },
      // The standard tier allows five management operations per second.
      rate: { write: { perSecond: 4, burst: 5 } },
    },
    maxListBytes: 4 * MEBIBYTE,
    nextLink: 'nextLink',
    resource: '/documentModels',
  },
  businessData: {
    title: 'the business-data API',
    address: {
      setting: 'BUSINESS_DATA_BASE_URL',
      description: 'The business-data API, with its version, tenant (its id, or nothing) and environment.',
      example: 'https://api.businesscentral.dynamics.com/v2.0/c0a70500-0000-4000-8000-000000000001/production/api/v2.0',
      path: /^\/v2\.0\/(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\/)?[^/]+\/api\/v2\.0$/i,
    },
    scope: { setting: 'BUSINESS_DATA_SCOPE', example: 'https://api.businesscentral.dynamics.com/.default' },
    common: 'scope',
    errors: 'businessData',
    faults: [
      [400, /You do not have the following permissions on/i, 'permission_set'],
      [404, /^NoEnvironment /i, 'base_address'],
      [404, /^(?:BadRequest_\w*NotFound)? /i, 'base_address', true],
    ],
    // A missing permission set is reported as an internal error.
    identityCodes: refusing(String.raw`Auth(?:orization|entication)_\w+|Internal_ServerError|Unauthorized|Forbidden`),
    limits: { bulkhead: { read: business, write: business }, rate: {} },
    maxListBytes: 4 * MEBIBYTE,
    nextLink: '@odata.nextLink',
    // The service's links name the tenant.
    optionalPath: /(?<=\/v2\.0\/)[\da-f-]{36}\/(?=[^/]+\/api\/v2\.0\/)/,
    scopedBy: 'companyId',
    // The values in its paths are ids.
    ignoresPathCase: true,
    resource: '/companies/{companyId}',
    pathValue: guid,
    // Not of a list: `$select` leaves out any member.
    members: ['id'],
    list: { pageSize: PAGE_SIZE, refusedHeaders: COMPANY_HEADERS },
  },
} as const satisfies Readonly<Record<string, UpstreamEntry>>;

export type UpstreamName = keyof typeof UPSTREAMS;

export function mapUpstreams<T>(create: (name: UpstreamName) => T): Readonly<Record<UpstreamName, T>> {
  const names = Object.keys(UPSTREAMS) as UpstreamName[];
  return Object.fromEntries(names.map((name) => [name, create(name)])) as Record<UpstreamName, T>;
}

/** Seed data of the management API: authorizations, an API diagnostic and streaming jobs of Contoso. */

import { randomUUID } from 'node:crypto';
import { managed, resourceGroup, subscriptions } from '../../seed.ts';
import { createEntityTag } from '../arm-request.ts';
import type { ArmResource } from '../entities.ts';
import type { JsonObject } from '../json.ts';
import type { ProfileNames } from '../profiles.ts';
import { toStoredJob } from '../streaming-job.ts';

/** Returns the resources by lower-case resource id. */
export function seedResources(names: ProfileNames): Map<string, ArmResource> {
  const [first, second] = listAuthorizations(names.namespace);
  const diagnostics = `${toService(names.namespace)}/apis/${managed.api}/diagnostics`;
  const jobs = `${GROUP}/${names.namespace}.StreamAnalytics/streamingjobs`;
  const resources = [
    toResource(first, connected),
    toResource(second, waiting),
    toResource(`${diagnostics}/${managed.diagnostic}`, diagnostic),
    toJob(`${jobs}/${managed.jobs.created}`, 'Created', names),
    toJob(`${jobs}/${managed.jobs.running}`, 'Running', names),
  ];
  return new Map(resources.map((resource) => [String(resource.body['id']).toLowerCase(), resource]));
}

/** Returns the codes by lower-case resource id of the authorization. */
export function seedConsentCodes({ namespace }: ProfileNames): Map<string, string> {
  const [id] = listAuthorizations(namespace);
  return new Map([[id.toLowerCase(), managed.consentCode]]);
}

function listAuthorizations(namespace: string): readonly [connected: string, waiting: string] {
  const provider = `${toService(namespace)}/authorizationProviders/${managed.provider}`;
  const { connected: first, waiting: second } = managed.authorizations;
  return [`${provider}/authorizations/${first}`, `${provider}/authorizations/${second}`];
}

const GROUP = `/subscriptions/${subscriptions.contoso}/resourceGroups/${resourceGroup}/providers`;

function toService(namespace: string): string {
  return `${GROUP}/${namespace}.ApiManagement/service/${managed.service}`;
}

const connected = {
  authorizationType: 'OAuth2',
  oauth2grantType: 'ClientCredentials',
  parameters: { clientId: 'release-client' },
  status: 'Connected',
};

const waiting = {
  authorizationType: 'OAuth2',
  oauth2grantType: 'AuthorizationCode',
  error: { code: 'Unauthenticated', message: 'This connection is not authenticated.' },
  status: 'Error',
};

const diagnostic = { loggerId: '/loggers/insights', alwaysLog: 'allErrors', verbosity: 'information' };

function toResource(id: string, properties: JsonObject): ArmResource {
  return { etag: createEntityTag(), body: { ...toIdentity(id), properties } };
}

/** The type is every second segment after the provider. */
function toIdentity(id: string) {
  const [provider, ...segments] = (id.split('/providers/')[1] ?? '').split('/');
  const types = segments.filter((_, at) => at % 2 === 0);
  return { id, name: id.split('/').at(-1) as string, type: [provider, ...types].join('/') };
}

function toJob(id: string, jobState: string, names: ProfileNames): ArmResource {
  const etag = randomUUID();
  const submitted = { location: 'West Europe', tags: { team: 'shop' }, properties: { sku: { name: 'Standard' } } };
  return { etag, body: toStoredJob(submitted, { ...toIdentity(id), jobState }, etag, names) };
}

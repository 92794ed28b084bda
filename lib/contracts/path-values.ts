/** The values of path parameters. lib/http rejects what no path value may hold. */
import * as z from 'zod';
import { guid as anyGuid, text } from './schema/scalars.ts';

const NAME = /^[^*#&+:<>?]+$/;

/** Any value but an empty one, where neither the specification nor the upstream has a rule. */
export const pathValue = z.string().min(1);

/** The id of a company, a customer or an item. Source: S3-22, S3-25. */
export const guid = anyGuid;

/** Source: S1-58. */
export const subscriptionUuid = anyGuid.meta({ description: 'Target subscription id.' });

/**
 * The management API takes letters and digits of every script. The pattern excludes other ASCII characters, lib/http all others:
 * readers of the OpenAPI document compile patterns without the flag that `\p{L}` needs. Source: S1-59; C-12.
 */
export const resourceGroupName = text(1, 90)
  .regex(/^[^ -'*-,/:-@[-^`{-~]+$/, { error: 'must contain only letters, digits and - _ . ( )' })
  .meta({ description: 'Name of the resource group; case insensitive.' });

/** A resource's name, where the specification has no rule: without the characters that no name in the management API has; lib/http rejects `% ? # / \`. */
export const resourceName = z
  .string()
  .min(1)
  .regex(/^[^<>*&:;]+$/, { error: 'must not contain < > * & : or a semicolon' });

/** A provider, a type or a subscription, where the specification has no rule. */
export const managementWord = z
  .string()
  .min(1)
  .regex(/^[\w.-]+$/, { error: 'must contain only letters, digits and - _ .' });

/** The specification writes this pattern with its backslashes doubled. Source: S2-75. */
export const streamingResourceGroupName = text(1, 90, /^[-\w._()]+$/).meta({
  description: 'Name of the resource group; case insensitive.',
});

/** Source: S1-60. */
export const serviceName = text(1, 50, /^[a-zA-Z](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?$/).meta({
  description: 'Name of the gateway-management service.',
});

/** The id of an authorization, its provider or an API. Source: S1-61. */
export const entityName = text(1, 256, NAME);

/** Source: S1-14. */
export const diagnosticName = text(1, 80, NAME).meta({ description: 'Name of the diagnostic.' });

/** The rules of path parameters by their names, which mean the same in every operation. */
export const NAMED_VALUES = {
  subscriptionId: subscriptionUuid,
  resourceGroupName,
  serviceName,
  authorizationProviderId: entityName,
  authorizationId: entityName,
  apiId: entityName,
  diagnosticId: diagnosticName,
};

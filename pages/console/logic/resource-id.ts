/** Parses Azure Resource Manager resource ids. */

const PATTERN =
  /^\/?subscriptions\/([^/]+)\/resourceGroups\/([^/]+)\/providers\/([^/]+)(?:\/([^/]+)\/([^/]+))?\/([^/]+)\/([^/]+)\/?$/i;

export interface Scope {
  readonly subscriptionId: string;
  readonly resourceGroupName: string;
}

export interface ResourceId extends Scope {
  readonly resourceProviderNamespace: string;
  readonly resourceType: string;
  readonly resourceName: string;
  /** Only for a nested resource. */
  readonly parent?: { readonly parentType: string; readonly parentName: string };
}

/** Returns the parts, or undefined if the text is not a resource id or is nested more than one level. */
export function parseResourceId(text: string): ResourceId | undefined {
  const match = PATTERN.exec(text.trim());
  if (match === null) return undefined;
  const [, subscriptionId = '', resourceGroupName = '', resourceProviderNamespace = ''] = match;
  const [parentType, parentName, resourceType = '', resourceName = ''] = match.slice(4);
  return {
    subscriptionId,
    resourceGroupName,
    resourceProviderNamespace,
    resourceType,
    resourceName,
    ...(parentType && parentName ? { parent: { parentType, parentName } } : {}),
  };
}

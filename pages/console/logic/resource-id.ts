/** The id of a management resource, apart and together. Source: spec 1, Endpoints 2, resourceUri. */

const FORM =
  /^\/?subscriptions\/([^/]+)\/resourceGroups\/([^/]+)\/providers\/([^/]+)(?:\/([^/]+)\/([^/]+))?\/([^/]+)\/([^/]+)\/?$/i;

export interface ResourceId {
  readonly subscriptionId: string;
  readonly resourceGroupName: string;
  readonly resourceProviderNamespace: string;
  readonly resourceType: string;
  readonly resourceName: string;
  /** Where the resource is nested one level. */
  readonly parent?: { readonly parentType: string; readonly parentName: string };
}

/** Answers the parts, or undefined for what is no id of a resource, or nested deeper. */
export function parseResourceId(text: string): ResourceId | undefined {
  const match = FORM.exec(text.trim());
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

/** Answers the token of the next page out of a list's `nextLink`. */
export function readSkipToken(nextLink: string | null | undefined): string | undefined {
  return new URLSearchParams(nextLink?.split('?')[1]).get('$skipToken') ?? undefined;
}

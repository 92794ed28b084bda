/** Parses Azure Resource Manager resource ids. */

const PATTERN =
  /^\/?subscriptions\/(?<subscriptionId>[^/]+)\/resourceGroups\/(?<resourceGroupName>[^/]+)\/providers\/(?<resourceProviderNamespace>[^/]+)(?:\/(?<parentType>[^/]+)\/(?<parentName>[^/]+))?\/(?<resourceType>[^/]+)\/(?<resourceName>[^/]+)\/?$/i;

export interface ResourceId {
  readonly subscriptionId: string;
  readonly resourceGroupName: string;
  readonly resourceProviderNamespace: string;
  /** Only of a nested resource. */
  readonly parentType?: string;
  readonly parentName?: string;
  readonly resourceType: string;
  readonly resourceName: string;
}

/** Returns the parts, or undefined if the text is not a resource id or is nested more than one level. */
export function parseResourceId(text: string): ResourceId | undefined {
  return PATTERN.exec(text.trim())?.groups as ResourceId | undefined;
}

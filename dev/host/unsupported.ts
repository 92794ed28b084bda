/**
 * Composes the error for a feature that Core Tools have and the built-in host does not. `where` names the function or
 * the file.
 */
export function unsupported(where: string, feature: string): Error {
  return new Error(
    `${where}: the built-in host does not support ${feature}. Change it, or run the app with Core Tools (func start).`,
  );
}

/**
 * Whether azd lets the cloud build a Node function app on Flex Consumption, since azd 1.23.12.
 * The rule is that of resolveFunctionAppRemoteBuild in azd (service_target_functionapp.go), with the patterns of its go-gitignore.
 */

/** Returns whether the build is remote. Throws where azd refuses to deploy. `ignored` is .funcignore's text, if there is one. */
export function resolveRemoteBuild(remoteBuild: boolean | undefined, ignored: string | undefined): boolean {
  if (ignored === undefined) return remoteBuild ?? true;
  const isExcluded = excludesNodeModules(ignored);
  if (remoteBuild !== undefined && remoteBuild !== isExcluded) {
    throw new Error(
      `remoteBuild: ${remoteBuild} beside a .funcignore that ${isExcluded ? 'excludes' : 'includes'} node_modules`,
    );
  }
  return isExcluded;
}

/** The last pattern that matches the folder decides. */
function excludesNodeModules(ignored: string): boolean {
  const patterns = ignored
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const last = patterns.findLast((pattern) => matches(pattern.trimEnd(), 'node_modules'));
  return last !== undefined && !last.startsWith('!');
}

/** True if a pattern matches a folder of the root. `**` stands for any number of folders, none included. */
function matches(pattern: string, folder: string): boolean {
  const parts = pattern.replace(/^!/, '').replace(/^\//, '').replace(/\/$/, '').split('/');
  const named = parts.filter((part) => part !== '**');
  return named.length === 1 && toExpression(named[0] ?? '').test(folder);
}

function toExpression(part: string): RegExp {
  const escaped = part
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]');
  return new RegExp(`^${escaped}$`);
}

/** The doctor's requests to each upstream: reads that need no right but those that infra/access grants (test/operations-docs/doctor.test.ts). */
import { PROFILES, type Profile } from '../../lib/profiles.ts';
import type { SettingName, Settings } from '../../lib/settings/schema.ts';
import { mapUpstreams, UPSTREAMS, type UpstreamEntry, type UpstreamName } from '../../lib/upstream/upstreams.ts';

interface Probe {
  /** Relative to the base address; `resources` are those of the access policy. */
  readonly listPaths: (resources: readonly string[], profile: Profile) => readonly string[];
  /** What gives the identity access, in words, and the rights by the names of infra/access; nothing where only a key does. */
  readonly right?: string;
  readonly granted?: readonly string[];
}

export interface UpstreamProbe extends Probe {
  readonly name: UpstreamName;
  readonly address: SettingName;
  readonly scope: SettingName | undefined;
}

const MAX_PATHS = 5;

/** One list in each granted resource group, and the events of each granted subscription. */
function listManagementPaths(resources: readonly string[], { namespace }: Profile): readonly string[] {
  const paths = resources.flatMap((resource) => {
    const [, subscription, group] = /^(\/subscriptions\/[^/]+)(\/resourcegroups\/[^/]+)?/i.exec(resource) ?? [];
    if (subscription === undefined) return [];
    return group === undefined
      ? `${subscription}/providers/${namespace}.ResourceHealth/events?api-version=2025-05-01`
      : `${subscription}${group}/providers/${namespace}.StreamAnalytics/streamingjobs?api-version=2020-03-01`;
  });
  const own = [...new Set(paths)].slice(0, MAX_PATHS);
  return own.length > 0 ? own : ['/subscriptions?api-version=2022-12-01'];
}

const PROBES: Readonly<Record<UpstreamName, Probe>> = {
  arm: {
    listPaths: listManagementPaths,
    right: 'the roles of infra/access on the subscriptions and resource groups of the access policy (docs/deploy.md)',
    granted: ['Microsoft.StreamAnalytics/streamingjobs/read', 'Microsoft.ResourceHealth/events/read'],
  },
  backupRestore: {
    listPaths: () => ['/solutions/backupRestore/restoreSessions?$top=1'],
    right: 'the application permission BackupRestore-Restore.Read.All (infra/access/graph.bicep)',
    granted: ['BackupRestore-Restore.Read.All'],
  },
  documentModels: {
    listPaths: (_, { documentPath }) => [`/${documentPath}/documentModels?api-version=2024-11-30`],
    right: 'the role Cognitive Services User on the resource (infra/access/document-models.bicep)',
    granted: ['cognitiveServicesUser'],
  },
  businessData: {
    listPaths: () => ['/companies'],
    right: 'API.ReadWrite.All (infra/access/graph.bicep), and an entry with a permission set in the environment',
    granted: ['API.ReadWrite.All'],
  },
};

export const UPSTREAM_PROBES: readonly UpstreamProbe[] = Object.values(
  mapUpstreams((name) => {
    const { address, scope }: UpstreamEntry = UPSTREAMS[name];
    return { ...PROBES[name], name, address: address.setting as SettingName, scope: scope?.setting as SettingName };
  }),
);

/** Returns the addresses to read, without the base. */
export function listProbePaths({ listPaths }: UpstreamProbe, settings: Settings, resources: readonly string[]) {
  return listPaths(resources, PROFILES[settings.CLOUD_PROFILE]);
}

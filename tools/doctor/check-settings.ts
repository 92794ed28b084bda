/** The settings as the app reads them, and the access policy. */
import { operations } from '../../functions/operations.ts';
import { loadPolicy } from '../../lib/auth/access-policy.ts';
import { readSettings, SettingsError } from '../../lib/settings/read-settings.ts';
import { type Settings, schema } from '../../lib/settings/schema.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { bad, type Finding, good } from './finding.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Answers the settings where the app would start with them. */
export function checkSettings(environment: Environment): { settings?: Settings; findings: readonly Finding[] } {
  const strays = findStrays(environment);
  try {
    const settings = readSettings(environment);
    return { settings, findings: [...strays, good('settings', 'complete and valid'), checkPolicy(settings)] };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const issues = error.message.split('\n').filter((line) => line.startsWith('  '));
    return { findings: [...strays, ...issues.map((issue) => toFinding(issue.trim()))] };
  }
}

function toFinding(issue: string): Finding {
  const [found = issue, example] = issue.split(', e.g. ');
  return bad('settings', found, example ? `Write for example: ${example}` : 'See docs/settings.md.');
}

const PREFIXES =
  /^(?:ACCESS|ARM|AUTH|BACKUP_RESTORE|BUSINESS_DATA|CACHE|CALLER|CLOUD|DOCUMENT_MODELS|MANAGED|PAGES|PAGING)_/;

/** A name that is nearly one of ours is a typing error: the app would pass over it without a word. */
function findStrays(environment: Environment): readonly Finding[] {
  const strays = Object.keys(environment).filter((name) => PREFIXES.test(name) && !(name in schema.shape));
  return strays.map((name) =>
    bad('settings', `${name} is no setting`, 'Correct its name (docs/settings.md lists them), or take it away.'),
  );
}

/** A role that no operation asks for lets nobody in. */
function checkPolicy({ ACCESS_POLICY }: Settings): Finding {
  const { grants } = loadPolicy(ACCESS_POLICY, systemClock, () => {})();
  const known = new Set(operations.map(({ access }) => access.role));
  const unknown = [...new Set(grants.flatMap(({ roles }) => roles))].filter((role) => !known.has(role));
  if (unknown.length === 0) return good('policy', `${grants.length} grant${grants.length === 1 ? '' : 's'}`);
  return bad(
    'policy',
    `no operation asks for ${unknown.join(', ')}`,
    `Write one of ${[...known].join(', ')} in ACCESS_POLICY.`,
  );
}

/** Checks the settings as the app reads them, and the access policy. */
import { parsePolicy, readPolicyText, readTable } from '../../lib/policy/policy-source.ts';
import { listIgnored, readSettings, SettingsError } from '../../lib/settings/read-settings.ts';
import { type Settings, schema } from '../../lib/settings/schema.ts';
import { bad, type Finding, good } from './finding.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the settings if the app could start with them. `file` has app settings only; the environment overrides it, and
 * has names of others too.
 */
export function checkSettings(
  file: Environment,
  environment: Environment,
): { settings?: Settings; findings: readonly Finding[] } {
  const unknown = listUnknown(file);
  try {
    const settings = readSettings({ ...file, ...environment });
    const found = [good('settings', 'complete and valid'), checkPolicy(settings), ...checkLinkKey(settings)];
    return { settings, findings: [...unknown, ...found] };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const issues = error.message.split('\n').filter((line) => line.startsWith('  '));
    return { findings: [...unknown, ...issues.map((issue) => toFinding(issue.trim()))] };
  }
}

function toFinding(issue: string): Finding {
  const [found = issue, example] = issue.split(', e.g. ');
  return bad('settings', found, example ? `For example: ${example}` : 'See docs/settings.md.');
}

const firstWord = (name: string) => name.split('_', 1)[0] as string;
/** OpenTelemetry and the platform have more settings than those that we read. */
const OWN_WORDS: ReadonlySet<string> = new Set(
  Object.keys(schema.shape)
    .map(firstWord)
    .filter((word) => word !== 'OTEL' && word !== 'WEBSITE'),
);

/** A name that begins with a word of ours is probably a typo, which the app would ignore. */
function listUnknown(file: Environment): readonly Finding[] {
  const unknown = Object.keys(file).filter((name) => OWN_WORDS.has(firstWord(name)) && !(name in schema.shape));
  return [
    ...listIgnored(file).map((name) =>
      bad('settings', `${name} is not obeyed`, 'Remove it; docs/settings.md has what is obeyed.'),
    ),
    ...unknown.map((name) =>
      bad('settings', `Unknown setting ${name}`, 'Fix the name or remove it; docs/settings.md lists the settings.'),
    ),
  ];
}

function checkLinkKey({ LINK_KEY }: Settings): readonly Finding[] {
  if (LINK_KEY !== undefined) return [];
  const fix = 'Set LINK_KEY, the same for all instances (docs/runbook.md#wrong-settings): openssl rand -base64 32';
  return [bad('links', 'LINK_KEY is missing: next pages are 400 on other instances', fix)];
}

function checkPolicy({ ACCESS_POLICY }: Settings): Finding {
  const table = readTable(ACCESS_POLICY)?.name;
  if (table !== undefined) return good('policy', `in the table ${table}`);
  const { grants } = parsePolicy(readPolicyText(ACCESS_POLICY));
  return good('policy', `${grants.length} grant${grants.length === 1 ? '' : 's'}`);
}

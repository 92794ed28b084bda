/** `npm run settings`: writes docs/settings.md from the schema that the app itself reads its settings by. */
import { realpathSync, writeFileSync } from 'node:fs';
import { errorMessage } from '../lib/contracts/messages.ts';
import { MICROSOFT_DEFAULTS, type Settings, schema } from '../lib/settings/read-settings.ts';
import { SETTINGS_HELP, type SettingHelp } from '../lib/settings/settings-help.ts';

export const REFERENCE_FILE = 'docs/settings.md';

/** Values that few settings take: what is said of them is the setting's rule. */
const UNLIKELY = ['\u0001', '-1', '1e9'];

/** Answers the reference: the settings in the order of the schema, by group. */
export function toSettingsReference(): string {
  const names = Object.keys(schema.shape) as (keyof Settings)[];
  const groups = [...new Set(names.map((name) => SETTINGS_HELP[name].group))];
  return [
    '# Settings',
    '',
    'Made by `npm run settings` from `lib/settings/read-settings.ts`: change it there.',
    '',
    'App settings of the function app; on the machine of a developer the `Values` of `local.settings.json`. An empty one counts as absent. One that is missing or wrong stops',
    'the start, with every issue listed; `npm run doctor` checks them against what they name. Secrets are marked: keep them in Key Vault references.',
    '',
    ...groups.flatMap((group) => [
      `## ${group}`,
      '',
      ...toTable(names.filter((name) => SETTINGS_HELP[name].group === group)),
      '',
    ]),
    ...toProfileDefaults(),
    '## Beside them',
    '',
    '`CACHE_TABLE_URL` or `CACHE_CONNECTION_STRING` is required, and not both. `IDENTITY_ENDPOINT` and `IDENTITY_HEADER` are set by the platform: where the',
    'tokens of the managed identity come from.',
    '',
  ].join('\n');
}

function toTable(names: readonly (keyof Settings)[]): string[] {
  return [
    '| setting | without it | what it is for | must be | for example |',
    '|---|---|---|---|---|',
    ...names.map(toRow),
  ];
}

function toRow(name: keyof Settings): string {
  const help: SettingHelp = SETTINGS_HELP[name];
  const secret = help.isSecret ? ' A secret.' : '';
  const cells = [`\`${name}\``, toDefault(name, help), help.about + secret, toRules(name), `\`${help.example}\``];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** What stands in its place. */
function toDefault(name: keyof Settings, { defaultNote }: SettingHelp): string {
  if (defaultNote) return defaultNote;
  const { success, data } = schema.shape[name].safeParse(undefined);
  if (!success) return '**required**';
  return data === undefined ? '' : `\`${typeof data === 'object' ? JSON.stringify(data) : data}\``;
}

function toRules(name: keyof Settings): string {
  const messages = UNLIKELY.flatMap((value) => {
    const { error } = schema.shape[name].safeParse(value, { error: errorMessage });
    return error?.issues.map(({ message }) => message.replace(/ such as .*$|: .*$/, '')) ?? [];
  });
  return [...new Set(messages)].map((message) => message.replace(/^must be |^must /, '')).join('; ');
}

function toProfileDefaults(): string[] {
  return [
    '## Defaults of the profile `microsoft`',
    '',
    '| setting | without it |',
    '|---|---|',
    ...Object.entries(MICROSOFT_DEFAULTS).map(([name, value]) => `| \`${name}\` | \`${value}\` |`),
    '',
  ];
}

if (import.meta.filename === realpathSync(process.argv[1] ?? '.')) {
  writeFileSync(REFERENCE_FILE, toSettingsReference());
}

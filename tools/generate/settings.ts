/** Where the settings of upstreams are besides the schema: in the template of the app settings, and in those of the local stack. */
import { toUpstreamSettings } from '../../dev/emulator-settings.ts';
import { MICROSOFT_DEFAULTS } from '../../lib/settings/read-settings.ts';
import { readMeta, type SettingName } from '../../lib/settings/schema.ts';
import { UPSTREAMS, type UpstreamEntry } from '../../lib/upstream/upstreams.ts';

const upstreams: readonly UpstreamEntry[] = Object.values(UPSTREAMS);
const keys = upstreams.flatMap(({ key }) => (key ? [key.setting] : []));
const others = upstreams.flatMap(({ address, scope }) => [address.setting, ...(scope ? [scope.setting] : [])]);
/** Of an API that takes only a key. */
const requiredKeys = upstreams.flatMap(({ key, scope }) => (key && !scope ? [key.setting] : []));

const toList = (names: readonly string[]) => `[${names.map((name) => `'${name}'`).join(', ')}]`;

/** Writes the parts of infra/app/settings.bicep between its marks. The variable `deployed` sets by hand what depends on the deployment. */
export function composeSettingsTemplate(text: string): string {
  const optional = others.filter((name) => !new RegExp(`^  ${name}: (?!string)`, 'm').test(text));
  const parts: Readonly<Record<string, readonly string[]>> = {
    required: [
      `  vendor: ${toList([...optional, ...requiredKeys])}`,
      `  microsoft: ${toList([...optional.filter((name) => !(name in MICROSOFT_DEFAULTS)), ...requiredKeys])}`,
    ],
    secrets: [
      `type settingInVault = ${[...keys, 'OTEL_EXPORTER_OTLP_HEADERS'].map((name) => `'${name}'`).join(' | ')}`,
    ],
    optional: optional.flatMap((name) => [
      `  @description('${readMeta(name as SettingName).description.replaceAll("'", "\\'")}')`,
      `  ${name}: string?`,
    ]),
    keys: keys.map((name) => `  ${name}: toReference('${name}', settingsInVault, vaultName)`),
  };
  return Object.entries(parts).reduce((all, [name, lines]) => {
    const place = new RegExp(`(?<=// Written by npm run generate: ${name}\\n)[\\s\\S]*?(?= *// End\\n)`);
    return all.replace(place, () => `${lines.join('\n')}\n`);
  }, text);
}

/** Writes the settings of upstreams in local.settings.sample.json, which are one paragraph. */
export function composeLocalSettings(text: string): string {
  const settings = Object.entries(toUpstreamSettings('http://127.0.0.1:7083'));
  const lines = settings.map(([name, value]) => `    "${name}": "${value}",\n`).join('');
  return text.replace(/(?<=\n\n) {4}"ARM_BASE_URL"[\s\S]*?(?=\n\n)/, lines.trimEnd());
}

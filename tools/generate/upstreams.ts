/** What each upstream of lib/upstream/upstreams.ts lacks elsewhere, in sentences, before anything that needs it is loaded. */
import { readdirSync, readFileSync } from 'node:fs';
import { apiNames, findApi } from '../../dev/upstream/apis.ts';
import { ERROR_FORMATS } from '../../lib/http/error-formats.ts';
import { UPSTREAMS, type UpstreamEntry } from '../../lib/upstream/upstreams.ts';

/** Of files with a part for each upstream or format, those without one; `tsc` names them, too. */
export function listMissing(): string[] {
  const upstreams: readonly (readonly [string, UpstreamEntry])[] = Object.entries(UPSTREAMS);
  const emulated = apiNames.map((name) => findApi(name).address);
  const read = (file: string) => readFileSync(file, 'utf8');
  const has = (file: string, name: string) => new RegExp(`^  ${name}: `, 'm').test(read(file));
  const definitions = readdirSync('functions').map((file) => `functions/${file}`);
  const used = definitions.flatMap((file) =>
    Array.from(read(file).matchAll(/^ {2}upstream: '(\w+)'/gm), ([, name = '']) => ({ file, name })),
  );
  return [
    ...upstreams.flatMap(([name, { address, errors }]) => [
      errors in ERROR_FORMATS ? '' : `lib/http/error-formats.ts: add the error format ${errors}.`,
      has('tools/openapi/error-schemas.ts', errors) ? '' : `tools/openapi/error-schemas.ts: add a body of ${errors}.`,
      emulated.includes(address.setting) ? '' : `dev/upstream/apis.ts: add the API of ${address.setting}.`,
      has('tools/doctor/upstream-probes.ts', name) ? '' : `tools/doctor/upstream-probes.ts: add a read of ${name}.`,
    ]),
    ...apiNames
      .filter((api) => !upstreams.some(([, { address }]) => address.setting === findApi(api).address))
      .map((api) => `lib/upstream/upstreams.ts: add the upstream of ${api}, or remove that from dev/upstream/apis.ts.`),
    ...used
      .filter(({ name }) => !(name in UPSTREAMS))
      .map(({ file, name }) => `${file}: its upstream ${name} is not in lib/upstream/upstreams.ts.`),
  ].filter(Boolean);
}

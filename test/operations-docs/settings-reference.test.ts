import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { schema } from '../../lib/settings/schema.ts';
import { composeSettingsReference, REFERENCE_FILE } from '../../tools/settings-reference.ts';

it('docs/settings.md is up to date (npx tsx tools/settings-reference.ts)', () => {
  expect(readFileSync(REFERENCE_FILE, 'utf8')).toBe(composeSettingsReference());
});

it('each setting is listed once, and required ones are marked', () => {
  const rows = Array.from(
    composeSettingsReference()
      .split('## Defaults of')[0]
      ?.matchAll(/^\| `(\w+)` \| ([^|]*) \|/gm) ?? [],
  );
  expect(rows.map(([, name]) => name).sort()).toEqual(Object.keys(schema.shape).sort());
  const required = rows.filter(([, , without]) => without === '**required**').map(([, name]) => name);
  expect(required).toContain('AUTH_ISSUER');
  expect(required).not.toContain('LINK_KEY');
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { schema } from '../../lib/settings/schema.ts';
import { REFERENCE_FILE, toSettingsReference } from '../../tools/settings-reference.ts';

it('docs/settings.md is what `npm run settings` writes', () => {
  expect(readFileSync(REFERENCE_FILE, 'utf8')).toBe(toSettingsReference());
});

it('each setting stands in it once, the required ones marked', () => {
  const rows = Array.from(
    toSettingsReference()
      .split('## Defaults of')[0]
      ?.matchAll(/^\| `(\w+)` \| ([^|]*) \|/gm) ?? [],
  );
  expect(rows.map(([, name]) => name).sort()).toEqual(Object.keys(schema.shape).sort());
  const required = rows.filter(([, , without]) => without === '**required**').map(([, name]) => name);
  expect(required).toContain('AUTH_ISSUER');
  expect(required).not.toContain('PAGING_KEY');
});

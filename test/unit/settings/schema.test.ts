import { expect, it } from 'vitest';
import { readMeta, type SettingName, schema } from '../../../lib/settings/schema.ts';

const names = Object.keys(schema.shape) as SettingName[];

it.each(names)('%s says its group, what it is for, and an example', (name) => {
  const { group, description, example } = readMeta(name);
  expect(['App', 'Callers', 'Upstreams', 'Cache', 'Telemetry', 'Pages']).toContain(group);
  expect(description).toMatch(/^[A-Z`].*\.$/);
  expect(example).not.toBe('');
});

it('secrets are marked', () => {
  const secrets = names.filter((name) => readMeta(name).isSecret);
  expect(secrets).toEqual(['LINK_KEY', 'DOCUMENT_MODELS_KEY', 'CACHE_CONNECTION_STRING']);
});

it('none exists for tests only', () => {
  expect(names.filter((name) => /test|speed|fake|mock/i.test(name + readMeta(name).description))).toEqual([]);
});

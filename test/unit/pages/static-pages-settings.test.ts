import { expect, it } from 'vitest';
import { listPages } from '../../../lib/pages/static-pages.ts';
import { readSettings } from '../../../lib/settings/read-settings.ts';
import sample from '../../../local.settings.sample.json' with { type: 'json' };

const { PAGES: _, PAGES_CLIENT_ID, PAGES_CONTROL_URL, ...rest } = sample.Values;
const listNames = (settings: Readonly<Record<string, string>>) =>
  listPages(readSettings({ ...rest, PAGES_CLIENT_ID, ...settings }), 'dist/pages').map(({ route }) => route);

it('serves only the pages in PAGES', () => {
  expect(listNames({})).toEqual([]);
  expect(listNames({ PAGES: ' ' })).toEqual([]);
  expect(listNames({ PAGES: 'docs' })).toEqual(['openapi.json', 'docs', 'docs/{file}']);
  expect(listNames({ PAGES: 'Docs, console' })).toEqual([
    ...['openapi.json', 'docs', 'docs/{file}', 'console', 'console/{file}'],
  ]);
});

it.each([
  [{ PAGES: 'docs,admin' }, 'PAGES.1 must be docs, console or both'],
  [{ PAGES: 'docs', PAGES_CLIENT_ID: '' }, 'PAGES_CLIENT_ID is required where PAGES is set'],
  [{ PAGES_CONTROL_URL: 'https://control.example/' }, 'PAGES_CONTROL_URL must be an address of this machine'],
  [{ PAGES_CONTROL_URL: 'nonsense' }, 'PAGES_CONTROL_URL must be an address of this machine'],
])('does not start with %o', (settings, issue) => {
  expect(() => readSettings({ ...rest, PAGES_CLIENT_ID, ...settings })).toThrow(issue);
});

it('the sample settings serve the pages of the local stack', () => {
  expect(readSettings(sample.Values)).toMatchObject({ PAGES: ['docs', 'console'], PAGES_CONTROL_URL });
});

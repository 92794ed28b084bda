import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { schema } from '../../lib/settings/schema.ts';

const runbook = readFileSync('docs/runbook.md', 'utf8');
const observability = readFileSync('docs/observability.md', 'utf8');
const records = observability.split(/^## /m).find((part) => part.startsWith('Records')) ?? '';

const sections = new Map(
  runbook
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.split('\n')[0] as string, section]),
);

/** Alert rules link to these anchors: do not rename them. */
const SYMPTOMS = (
  'upstream-throttles upstream-down upstream-drift identity-fails table-fails keys-fail latency ' +
  'denied-callers policy-fails server-errors log-fails refused-tokens does-not-start stale-responses ' +
  'internal-error after-a-failed-write change-access digest'
).split(' ');

it('has one section per symptom, and no other', () => {
  expect([...sections.keys()].sort()).toEqual([...SYMPTOMS].sort());
});

it.each(SYMPTOMS)('%s says what the caller sees, what to look at, what to do and what not to do', (symptom) => {
  const section = sections.get(symptom) ?? '';
  const parts = ['**The caller sees**', '**Look at**', '**Do', '**Do not**'];
  expect(parts.filter((part) => !section.includes(part))).toEqual([]);
});

describe('the names in it exist', () => {
  const metrics = Array.from(observability.matchAll(/^\| `(frontdesk\.[\w.]+)` \|/gm), ([, name]) => name);

  it('metrics', () => {
    const named = new Set(Array.from(runbook.matchAll(/frontdesk\.[a-z_.]+[a-z]/g), ([name]) => name));
    expect(named.size).toBeGreaterThan(6);
    expect([...named].filter((name) => !metrics.includes(name))).toEqual([]);
  });

  it('settings', () => {
    const named = new Set(Array.from(runbook.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g), ([, name]) => name as string));
    expect([...named].filter((name) => !(name in schema.shape) && !/^ERR_J/.test(name))).toEqual([]);
  });

  it('links', () => {
    const links = Array.from(
      `${runbook}${observability}`.matchAll(/\]\((?:runbook\.md)?#([\w-]+)\)/g),
      ([, anchor]) => anchor,
    );
    expect(links.length).toBeGreaterThan(15);
    expect(links.filter((anchor) => !SYMPTOMS.includes(anchor as string))).toEqual([]);
  });
});

it('each alert rule links to a section', () => {
  const anchors = Array.from(
    readFileSync('infra/monitoring/alert-rules.json', 'utf8').matchAll(/"runbook": "([\w-]+)"/g),
    ([, anchor]) => anchor as string,
  );
  expect(anchors.length).toBeGreaterThan(5);
  expect(anchors.filter((anchor) => !sections.has(anchor))).toEqual([]);
});

it('every alert in the code is listed in docs/observability.md', () => {
  const files = readdirSync('lib', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const raised = files.flatMap((file) =>
    Array.from(readFileSync(`lib/${file}`, 'utf8').matchAll(/\balert\('(\w+)'/g), ([, name]) => name),
  );
  expect(new Set(raised).size).toBeGreaterThan(3);
  expect(raised.filter((name) => !observability.includes(`| \`${name}\` |`))).toEqual([]);
});

it('every problem that the caller did not cause has a section', () => {
  const words = Array.from(
    (records.split("- the upstream's:")[1] ?? '').split('\n### ')[0]?.matchAll(/`(\w+)`/g) ?? [],
    ([, word]) => word,
  );
  expect(words.length).toBeGreaterThan(9);
  // The table has the others of the services in one row.
  const isNamed = (word = '') => runbook.includes(word.startsWith('upstream_') ? '`upstream_…`' : word);
  expect(words.filter((word) => !isNamed(word))).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readInfra } from './files.ts';
import { checkQuery } from './kusto.ts';
import { rules, toRuleQuery } from './workspace.ts';

const files = readInfra();
const read = (name: string) => files.get(`infra/monitoring/${name}`) ?? '';

const charts: readonly { title: string; query: readonly string[] }[] = JSON.parse(read('charts.json'));

describe('queries', () => {
  it.each([
    ...rules.map(({ name, query }) => [`alert ${name}`, query] as const),
    ...charts.map(({ title, query }) => [`chart ${title}`, query] as const),
  ])('%s is a valid query', (_, lines) => {
    expect(checkQuery(toRuleQuery(lines))).toEqual([]);
  });

  it.each([
    ['an unknown column', ['records', '| where statis == 500'], "'statis' does not refer"],
    ['an unknown function', ['records', '| summarize cont() by status'], "'cont' does not refer"],
    ['an extra pipe', ['records', '| | count'], 'expected'],
  ])('%s is found', (_, lines, message) => {
    expect(checkQuery(toRuleQuery(lines)).join('\n')).toContain(message);
  });
});

describe.each(['docs/runbook.md', 'docs/observability.md'])('%s', (page) => {
  const readBlocks = (path: string) =>
    [...readFileSync(path, 'utf8').matchAll(/```kusto\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
      block.trim().split('\n\n'),
    );
  const [prelude = ''] = readBlocks('docs/runbook.md').filter((block) => block.startsWith('let'));
  it.each(readBlocks(page).filter((block) => !block.startsWith('let')))('%s', (query) => {
    expect(checkQuery(query.startsWith('traces') ? query : `${prelude}\n${query}`)).toEqual([]);
  });
});

it('the queries read only documented members of records and alerts', () => {
  const documented = readFileSync('docs/observability.md', 'utf8');
  const members = new Set([...read('records.kql').matchAll(/\bline\.(\w+)/g)].map(([, name]) => name));
  expect(members.size).toBeGreaterThan(12);
  expect([...members].filter((name) => !documented.includes(`\`${name}\``))).toEqual([]);
});

it('every value that a query compares with is documented', () => {
  const documents = readFileSync('docs/observability.md', 'utf8');
  const words = rules.flatMap(({ query }) => [...query.join(' ').matchAll(/'(\w+)'/g)].map(([, word]) => word));
  expect(words.length).toBeGreaterThan(10);
  expect(words.filter((word) => !documents.includes(`\`${word}\``))).toEqual([]);
});

it.each(rules.map((rule) => [rule.name, rule] as const))('%s quotes a promise of the documents', (_, { promise }) => {
  const promises = readFileSync('docs/reliability.md', 'utf8') + readFileSync('SECURITY.md', 'utf8');
  expect(promises).toContain(promise);
});

it.each(rules.map((rule) => [rule.name, rule] as const))('%s links to a section of the runbook', (_, { runbook }) => {
  const sections = [...readFileSync('docs/runbook.md', 'utf8').matchAll(/^## (\S+)$/gm)].map(([, section]) => section);
  expect(sections).toContain(runbook);
});

it('each topic of the runbook that records can show has an alert, and names are unique', () => {
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
  const topics = ['upstream-throttles', 'upstream-down', 'identity-fails', 'table-fails', 'keys-fail', 'latency'];
  const covered = rules.map(({ runbook }) => runbook);
  expect([...topics, 'denied-callers', 'refused-tokens'].filter((topic) => !covered.includes(topic))).toEqual([]);
});

it.each(rules.map((rule) => [rule.name, rule] as const))('%s has a valid severity and window', (_, rule) => {
  expect([0, 1, 2, 3, 4]).toContain(rule.severity);
  expect(['PT1M', 'PT5M', 'PT10M', 'PT15M', 'PT30M', 'PT1H', 'P1D']).toContain(rule.window);
  // Of rules that run less often the platform does not tell whether their query fails.
  expect(['PT5M', 'PT10M', 'PT15M']).toContain(rule.every ?? rule.window);
});

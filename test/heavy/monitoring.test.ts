import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readInfra } from '../infra/files.ts';
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

describe('alerts of the platform', () => {
  const platform = read('platform.bicep');
  const templates = [platform, read('alerts.bicep')].join('\n');
  const sections = [...readFileSync('docs/runbook.md', 'utf8').matchAll(/^## (\S+)$/gm)].map(([, section]) => section);

  it('each names its section and links to it', () => {
    const descriptions = [...templates.matchAll(/Runbook, ([\w-]+): \$\{format\(runbookLink, '([\w-]+)'\)\}/g)];
    expect(descriptions.map(([, section]) => section)).toEqual(['does-not-start', 'server-errors', 'log-fails']);
    expect(descriptions.map(([, , linked]) => linked)).toEqual(descriptions.map(([, section]) => section));
    expect(descriptions.filter(([, section]) => !sections.includes(section))).toEqual([]);
  });

  it('mails link to an address: that of the setting, or the workbook’s, which has the runbook', () => {
    const { telemetry } = JSON.parse(files.get('infra/main.parameters.json') ?? '').parameters;
    expect(telemetry.value.runbookUrl).toBe(`\${RUNBOOK_URL=}`);
    expect(read('main.bicep')).toContain(
      `empty(telemetry.runbookUrl) ? workbook.outputs.url : '\${telemetry.runbookUrl}#{0}'`,
    );
    expect(read('workbook.bicep')).toContain("loadTextContent('../../docs/runbook.md')");
    expect(read('workbook.bicep')).toContain(
      `'\${environment().portal}/#@\${tenant().tenantId}/resource\${workbook.id}/workbook'`,
    );
  });
});

it('every alert that the app raises is read by a rule', () => {
  const alerts =
    readFileSync('docs/observability.md', 'utf8')
      .split(/^## Alerts$/m)[1]
      ?.split(/^## /m)[0] ?? '';
  const names = [...alerts.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(10);
  const read = rules.flatMap(({ query }) => query).join(' ');
  expect(names.filter((name) => !read.includes(`'${name}'`))).toEqual([]);
});

it('the documents list every alert of the platform, and the rules that are named after no section', () => {
  const listed =
    readFileSync('docs/observability.md', 'utf8')
      .split(/^## Alert rules$/m)[1]
      ?.split(/^## /m)[0] ?? '';
  const platform = [
    ...`${read('platform.bicep')}${read('alerts.bicep')}`.matchAll(
      /(?:metricAlerts|activityLogAlerts)@.*\n {2}name: 'frontdesk-([\w-]+)'/g,
    ),
  ].map(([, name = '']) => name);
  expect(platform).toEqual(['unavailable', 'server-errors', 'rule-fails']);
  const own = rules
    .filter(({ name, promise }) => promise === 'A dead app is loud' && name !== 'telemetry-lost')
    .map(({ name }) => name);
  expect([...platform, ...own].filter((name) => !listed.includes(`| \`${name}\` |`))).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readInfra } from '../infra/files.ts';
import { checkQuery, savedFunctions } from './kusto.ts';
import { allRules as rules, toRuleQuery, Workspace } from './workspace.ts';

const files = readInfra();
const read = (name: string) => files.get(`infra/monitoring/${name}`) ?? '';

const charts: readonly { title: string; query: readonly string[] }[] = JSON.parse(read('charts.json'));

/** A function's text, with a value for its parameter. */
const toQuery = ({ parameters, text }: (typeof savedFunctions)[number]) =>
  parameters === '' ? text : `let ${parameters.split(':')[0]} = 'upstream';\n${text}`;

describe('queries', () => {
  it.each([
    ...savedFunctions.map((saved) => [`function ${saved.name}`, toQuery(saved)] as const),
    ...rules.map(({ name, query }) => [`alert ${name}`, toRuleQuery(query)] as const),
    ...charts.map(({ title, query }) => [`chart ${title}`, toRuleQuery(query)] as const),
  ])('%s is a valid query, also in a workspace without tables', (_, query) => {
    expect(checkQuery(query)).toEqual([]);
    expect(checkQuery(query, true)).toEqual([]);
  });

  it('each file of functions/ is saved, and no rule is created with a validation of its query', () => {
    const files = [...readInfra().keys()].filter((path) => path.endsWith('.kql'));
    expect(files.length).toBe(savedFunctions.length);
    expect(read('alerts.bicep')).toContain('skipQueryValidation: true');
  });

  it('an unknown column is found; in a workspace without tables a table outside a fuzzy union, too', () => {
    expect(checkQuery('FrontdeskRecords | where statis == 500').join()).toContain("'statis' does not refer");
    expect(checkQuery('AppTraces | count')).toEqual([]);
    expect(checkQuery('AppTraces | count', true).join()).toContain("'AppTraces' does not refer");
  });
});

/** The records of docs/observability.md, and an alert. */
const sample = new Workspace();
const sampledAt = Date.UTC(2026, 10, 21, 6);
const records = readFileSync('docs/observability.md', 'utf8').matchAll(/```json\n(.*)\n```/g);
const sampleLines = [...Array.from(records, ([, line = '']) => line), { alert: 'check_failed', subject: 'keys' }];
sample.addLines(sampleLines, sampledAt - 1);
const readBlocks = (path: string) =>
  [...readFileSync(path, 'utf8').matchAll(/```kusto\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block.trim().split('\n\n'),
  );

describe.each(['docs/runbook.md', 'docs/observability.md'])('%s', (page) => {
  it.each(readBlocks(page))('%s: is valid, and runs', (query) => {
    expect(checkQuery(query)).toEqual([]);
    expect(sample.query(query, sampledAt)).toBeInstanceOf(Array);
  });
});

it('the first query of the runbook counts requests of every failure, by who and where', () => {
  const [query = ''] = readBlocks('docs/runbook.md');
  expect(sample.query(query, sampledAt)).toMatchObject([
    { problem: 'forbidden', requests: 1, subjects: 1, instances: 1 },
    { problem: 'upstream_unreachable', cause: 'upstream', requests: 1 },
  ]);
});

it('the queries read only documented members of records and alerts', () => {
  const documented = readFileSync('docs/observability.md', 'utf8');
  const texts = savedFunctions.map(({ text }) => text).join();
  const members = new Set([...texts.matchAll(/\bline\.(\w+)/g)].map(([, name]) => name));
  expect(members.size).toBeGreaterThan(12);
  expect([...members].filter((name) => !documented.includes(`\`${name}\``))).toEqual([]);
});

it('every problem, alert and reason that a query compares with is documented', () => {
  const documents = readFileSync('docs/observability.md', 'utf8') + readFileSync('docs/runbook.md', 'utf8');
  const texts = [...savedFunctions.map(({ text }) => text), ...rules.map(({ query }) => query.join(' '))].join(' ');
  const words = new Set(Array.from(texts.matchAll(/'([a-z]+_[a-z_]+)'/g), ([, word]) => word));
  expect(words.size).toBeGreaterThan(20);
  expect([...words].filter((word) => !documents.includes(`\`${word}\``))).toEqual([]);
});

it.each(rules.map((rule) => [rule.name, rule] as const))('%s quotes a promise of the documents', (_, { promise }) => {
  const promises = readFileSync('docs/reliability.md', 'utf8') + readFileSync('SECURITY.md', 'utf8');
  expect(promises).toContain(promise);
});

describe('alerts of the platform', () => {
  const templates = read('web-test.bicep') + read('alerts.bicep');
  const sections = [...readFileSync('docs/runbook.md', 'utf8').matchAll(/^## (\S+)$/gm)].map(([, section]) => section);

  it('each names its section and links to it', () => {
    const descriptions = [
      ...templates.matchAll(/Runbook, ([\w-]+): \$\{replace\(runbookLink, '<section>', '([\w-]+)'\)\}/g),
    ];
    expect(descriptions.map(([, section]) => section)).toEqual(['does-not-start', 'log-fails']);
    expect(descriptions.map(([, , linked]) => linked)).toEqual(descriptions.map(([, section]) => section));
    expect(descriptions.filter(([, section]) => !sections.includes(section))).toEqual([]);
  });

  it('mails link to an address: that of the setting, or the workbook’s, which has the runbook', () => {
    const { telemetry } = JSON.parse(files.get('infra/main.parameters.json') ?? '').parameters;
    expect(telemetry.value.runbookUrl).toBe(`\${RUNBOOK_URL=}`);
    expect(read('main.bicep')).toContain(
      `empty(telemetry.runbookUrl) ? workbook.outputs.url : '\${telemetry.runbookUrl}#<section>'`,
    );
    expect(read('workbook.bicep')).toContain("loadTextContent('../../docs/runbook.md')");
    expect(read('workbook.bicep')).toContain(
      `'\${environment().portal}/#@\${tenant().tenantId}/resource\${workbook.id}/workbook'`,
    );
  });
});

it('the documents list every alert', () => {
  const listed =
    readFileSync('docs/observability.md', 'utf8')
      .split(/^## Alert rules$/m)[1]
      ?.split(/^## /m)[0] ?? '';
  const platform = `${read('web-test.bicep')}${read('alerts.bicep')}`.matchAll(
    /(?:metricAlerts|activityLogAlerts)@.*\n {2}name: 'frontdesk-([\w-]+)'/g,
  );
  const names = [...platform].map(([, name = '']) => name);
  expect(names).toEqual(['unavailable', 'rule-fails']);
  names.push(...rules.map(({ name }) => name));
  const rows = listed.split('\n').filter((line) => /^\| `.*\| (yes|no) \|/.test(line));
  expect(names.filter((name) => !rows.some((row) => row.split('|')[1]?.includes(`\`${name}\``)))).toEqual([]);
  const wakes = (name: string) => rows.find((row) => row.includes(`\`${name}\``))?.includes('| yes |');
  expect(rules.filter(({ name, severity }) => wakes(name) !== severity <= 1)).toEqual([]);
});

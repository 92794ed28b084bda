import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readInfra } from '../infra/files.ts';
import { checkQuery } from './kusto.ts';
import { QueryRun } from './run-query.ts';
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

describe('the run of a query', () => {
  const rows = [
    { TimeGenerated: 61_000, Message: '{"a":{"b":1},"n":"7"}', ItemCount: 2 },
    { TimeGenerated: 119_000, Message: 'Worker was unable', ItemCount: 3 },
    { TimeGenerated: 121_000, Message: '{"n":null}', ItemCount: 5 },
  ];
  const run = (query: string) => new QueryRun({ AppTraces: rows }, 130_000).run(query);

  it.each<[string, string, object[]]>([
    [
      'members of JSON',
      'extend l = parse_json(Message) | project b = toint(l.a.b), n = toint(l.n), c = tostring(l.c)',
      [
        { b: 1, n: 7, c: '' },
        { b: null, n: null, c: '' },
        { b: null, n: null, c: '' },
      ],
    ],
    [
      'comparisons with null, which nothing passes',
      'where toint(Message) == 1 or toint(Message) != 1 | summarize n = count()',
      [{ n: 0 }],
    ],
    [
      'minutes',
      "summarize m = dcount(bin(TimeGenerated, 1m)), n = sum(ItemCount), w = sumif(ItemCount, Message has 'worker')",
      [{ m: 2, n: 10, w: 3 }],
    ],
    ['terms, not parts of them', "where Message has 'orker' or Message has 'unable was'", []],
    [
      'parts of texts, without regard to case',
      "where Message contains 'UNABLE' and Message startswith 'worker' | project ItemCount",
      [{ ItemCount: 3 }],
    ],
    ['what is young', 'where TimeGenerated > ago(10s) | project ItemCount', [{ ItemCount: 5 }]],
    ['groups', "summarize n = count() by k = Message startswith '{' | where n > 1", [{ k: true, n: 2 }]],
    [
      'nothing, which is one row without groups',
      'where false | summarize n = count(), s = sum(ItemCount)',
      [{ n: 0, s: 0 }],
    ],
    [
      'a lookup of what is not there',
      "project k = 'z' | lookup (datatable(k: string, v: long) ['a', 1]) on k | summarize n = count() by k, v",
      [{ k: 'z', v: null, n: 3 }],
    ],
  ])('knows %s', (_, query, expected) => {
    expect(checkQuery(`AppTraces | ${query}`)).toEqual([]);
    expect(run(`AppTraces | ${query}`)).toEqual(expected);
  });

  it('unites tables, and leaves columns empty that one lacks', () => {
    const query =
      'union (AppTraces | project a = ItemCount), (AppTraces | where ItemCount == 5 | project b = ItemCount)';
    expect(run(`let unused = 1; ${query}`).at(-1)).toEqual({ a: null, b: 5 });
  });

  it.each([
    'AppTraces | mv-expand Message',
    'AppTraces | where Message matches regex "a"',
    'AppTraces | extend a = strlen(Message)',
    'AppTraces | summarize percentile(ItemCount, 95)',
    'AppTraces | lookup kind=inner (AppTraces) on Message',
    'AppTraces | where ItemCount == "2"',
    'AppTraces | where Missing == 1',
    'Missing | count',
  ])('refuses what it does not know: %s', (query) => {
    expect(() => run(query)).toThrow();
  });
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

  it('of five places or more, two may fail', () => {
    const { webTestLocations: places } = JSON.parse(files.get('infra/main.parameters.json') ?? '').parameters.telemetry
      .value;
    expect(new Set(places).size).toBeGreaterThanOrEqual(5);
    expect(Number(platform.match(/failedLocationCount: (\d+)/)?.[1])).toBe(places.length - 2);
  });

  // Source: Azure Monitor, supported metrics for Microsoft.Web/sites, those for Flex Consumption.
  const METRICS = [
    'Http5xx',
    'OnDemandFunctionExecutionCount',
    'AlwaysReadyFunctionExecutionCount',
    'MemoryWorkingSet',
  ];

  it('the metrics exist', () => {
    const named = [
      ...[...platform.matchAll(/metricName: '(\w+)'/g)].map(([, name]) => name),
      ...rules.flatMap(({ query }) =>
        [...query.join(' ').matchAll(/MetricName in \(([^)]+)\)/g)].flatMap(([, list = '']) =>
          list.split(', ').map((name) => name.slice(1, -1)),
        ),
      ),
    ];
    expect(named).toHaveLength(3);
    expect(named.filter((name) => !METRICS.includes(name ?? ''))).toEqual([]);
  });

  /** An event of the activity log, by the names of a rule's fields. */
  function fires(event: Readonly<Record<string, string>>): boolean {
    const condition = read('alerts.bicep').match(/condition: \{([\s\S]*?)\n {4}\}\n/)?.[1] ?? '';
    const [all = '', any = ''] = condition.split('anyOf');
    const holds = (text: string) =>
      [...text.matchAll(/field: '([\w.]+)', equals: '([\w./]+)'/g)].map(
        ([, field = '', value = '']) => event[field]?.toLowerCase() === value.toLowerCase(),
      );
    return holds(all).length === 2 && holds(all).every(Boolean) && holds(any).some(Boolean);
  }

  it.each([
    [
      'a rule whose query has a semantic error',
      'ResourceHealth',
      'MICROSOFT.INSIGHTS/SCHEDULEDQUERYRULES',
      'Unavailable',
      true,
    ],
    ['a rule whose query is throttled', 'ResourceHealth', 'microsoft.insights/scheduledqueryrules', 'Degraded', true],
    ['a rule that runs again', 'ResourceHealth', 'microsoft.insights/scheduledqueryrules', 'Available', false],
    ['another resource', 'ResourceHealth', 'microsoft.web/sites', 'Unavailable', false],
    ['a rule that somebody changed', 'Administrative', 'microsoft.insights/scheduledqueryrules', '', false],
  ])('`rule-fails` and %s', (_, category, resourceType, status, expected) => {
    expect(fires({ category, resourceType, 'properties.currentHealthStatus': status })).toBe(expected);
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

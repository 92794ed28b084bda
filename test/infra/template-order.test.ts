/** The order of a deployment into an empty subscription: what serves callers waits for nothing that only watches. */
import { expect, it } from 'vitest';
import { listBefore, listNodes, type Node } from './template-graph.ts';

const nodes = listNodes('infra/main.bicep');
const typed = (type: string) => nodes.filter((node) => node.type === type && !node.isExisting);

/** Kinds of resources that only watch. */
const WATCHING = [
  'Microsoft.Insights/scheduledQueryRules',
  'Microsoft.Insights/activityLogAlerts',
  'Microsoft.Insights/metricAlerts',
  'Microsoft.Insights/webtests',
  'Microsoft.Insights/actionGroups',
  'Microsoft.Insights/workbooks',
  'Microsoft.Insights/diagnosticSettings',
  'Microsoft.OperationalInsights/workspaces/savedSearches',
];
const watching = WATCHING.flatMap(typed);

const listNeeds = (node: Node) => new Set(Array.from(listBefore(node, nodes), ({ type }) => type));

it('the graph has what the templates declare', () => {
  expect(typed('Microsoft.Web/sites')).toHaveLength(1);
  for (const type of WATCHING) expect(typed(type), type).not.toEqual([]);
});

it('the app waits for the workspace, its storage and its roles, and for nothing that only watches', () => {
  const [app] = typed('Microsoft.Web/sites');
  const needs = listNeeds(app as Node);
  const expected = ['Microsoft.OperationalInsights/workspaces', 'Microsoft.Storage/storageAccounts'];
  expect([...expected, 'Microsoft.Authorization/roleAssignments'].filter((type) => !needs.has(type))).toEqual([]);
  expect(WATCHING.filter((type) => needs.has(type))).toEqual([]);
});

it.each(watching.map((node) => [node.id, node] as const))('%s is created after the app', (_, node) => {
  expect(listNeeds(node)).toContain('Microsoft.Web/sites');
});

it('rules are created after the functions that their queries call', () => {
  for (const rule of typed('Microsoft.Insights/scheduledQueryRules'))
    expect(listNeeds(rule)).toContain('Microsoft.OperationalInsights/workspaces/savedSearches');
});

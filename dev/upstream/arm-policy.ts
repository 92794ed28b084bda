/** A policy assignment of the management API, which judges a write before the resource provider receives it: 403 `RequestDisallowedByPolicy`. */
import type { MiddlewareHandler } from 'hono';
import { armFailure } from './failures.ts';
import type { JsonObject } from './json.ts';

/** Every write in this resource group is denied. */
const deniedGroup = 'rg-policy';
const displayName = 'Allowed locations of the shop';

/** Denies writes as recordings of the live API show it: with the target, and the policy in `additionalInfo`. */
export const denyByPolicy: MiddlewareHandler = async (c, next) => {
  const [subscriptionId = '', resourceGroupName = ''] = [
    c.req.param('subscriptionId'),
    c.req.param('resourceGroupName'),
  ];
  if (resourceGroupName.toLowerCase() !== deniedGroup) return next();
  const target = c.req.path.split('/').at(-1) ?? '';
  const info = toInfo(`/subscriptions/${subscriptionId}`, resourceGroupName);
  const identifiers = `[{"policyAssignment":{"name":"${displayName}","id":"${info['policyAssignmentId']}"}}]`;
  const message = `Resource '${target}' was disallowed by policy. Policy identifiers: '${identifiers}'.`;
  c.header('x-ms-failure-cause', 'gateway');
  const additionalInfo = [{ type: 'PolicyViolation', info }];
  return armFailure(c, { status: 403, code: 'RequestDisallowedByPolicy', target, message, additionalInfo });
};

function toInfo(subscription: string, resourceGroupName: string): JsonObject {
  const scope = `${subscription}/resourceGroups/${resourceGroupName}`;
  return {
    policyDefinitionDisplayName: displayName,
    evaluationDetails: {
      evaluatedExpressions: [
        {
          result: 'True',
          expressionKind: 'Field',
          expression: 'location',
          path: 'location',
          expressionValue: 'westeurope',
          targetValue: ['northeurope'],
          operator: 'NotIn',
        },
      ],
    },
    policyDefinitionId: `${subscription}/providers/Microsoft.Authorization/policyDefinitions/allowed-locations`,
    policyDefinitionName: 'allowed-locations',
    policyDefinitionEffect: 'deny',
    policyAssignmentId: `${scope}/providers/Microsoft.Authorization/policyAssignments/shop-locations`,
    policyAssignmentName: 'shop-locations',
    policyAssignmentDisplayName: displayName,
    policyAssignmentScope: scope,
  };
}

/** A policy assignment of the management API, which judges a write before the resource provider receives it: 403 `RequestDisallowedByPolicy`. */
import type { MiddlewareHandler } from 'hono';
import { Failure } from './failures.ts';

/** Every write in this resource group is denied. */
const deniedGroup = 'rg-policy';
const displayName = 'Allowed locations of the shop';

/** Denies writes as recordings of the live API show it: with the target, and the policy in `additionalInfo`. */
export const denyByPolicy: MiddlewareHandler = async (c, next) => {
  const { subscriptionId = '', resourceGroupName = '' }: Readonly<Record<string, string>> = c.req.param();
  if (resourceGroupName.toLowerCase() !== deniedGroup) return next();
  const scope = `/subscriptions/${subscriptionId}/resourceGroups/${resourceGroupName}`;
  const expression = { expressionKind: 'Field', expression: 'location', path: 'location', operator: 'NotIn' };
  const info = {
    policyDefinitionDisplayName: displayName,
    evaluationDetails: {
      evaluatedExpressions: [
        { result: 'True', ...expression, expressionValue: 'westeurope', targetValue: ['northeurope'] },
      ],
    },
    policyDefinitionName: 'allowed-locations',
    policyDefinitionEffect: 'deny',
    policyAssignmentId: `${scope}/providers/Microsoft.Authorization/policyAssignments/shop-locations`,
    policyAssignmentName: 'shop-locations',
    policyAssignmentDisplayName: displayName,
    policyAssignmentScope: scope,
  };
  const target = c.req.path.split('/').at(-1) ?? '';
  const identifiers = `[{"policyAssignment":{"name":"${displayName}","id":"${info.policyAssignmentId}"}}]`;
  const message = `Resource '${target}' was disallowed by policy. Policy identifiers: '${identifiers}'.`;
  const additionalInfo = [{ type: 'PolicyViolation', info }];
  const headers = { 'x-ms-failure-cause': 'gateway' };
  throw new Failure(403, 'RequestDisallowedByPolicy', message, { target, additionalInfo, headers });
};

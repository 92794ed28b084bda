import { describe } from 'vitest';
import { Authorization } from '../../../lib/contracts/authorization.ts';
import { Authorization as Response } from '../../../tools/openapi/contracts/management.ts';
import { membersOf, testBodies } from './support.ts';

const { request } = Authorization;
const stored = { id: '/subscriptions/s/authorizations/a', name: 'a', properties: {} };

describe('document 1, Authorization', () => {
  membersOf(request, {}, 'properties').lists('S1-05, S1-06', {
    authorizationType: ['OAuth2'],
    oauth2grantType: ['AuthorizationCode', 'ClientCredentials'],
  });
  for (const [schema, valid] of [
    [request, {}],
    [Response, stored],
  ] as const)
    membersOf(schema, valid, 'properties').types('S1-07, S1-09, S1-10, S1-64', {
      object: 'parameters error',
      string: 'status error.code error.message',
    });
  membersOf(Response, stored).required('a response', 'id name properties');

  const parameters = { scopes: 'a b', nested: { list: [1, null] }, enabled: true };
  testBodies([
    ['S1-64 no member is required', request, {}],
    ['S1-64 an empty resource', request, { properties: {} }],
    ['S1-64 no list', request, [], 'must be an object'],
    ['S1-64 no null', request, null, 'must be an object'],
    ['S1-09 other values of status', request, { properties: { status: 'Pending' } }],
    ['S1-10 other codes of error', request, { properties: { error: { code: 'Expired' } } }],
    ['S1-07 parameters are free-form', request, { properties: { parameters } }],
    ['S1-04 id, name and type may be anything', request, { id: 'given', name: { ill: [] }, type: 5 }],
    ['unknown members', request, { later: { member: 1 } }],
    ['a response may have nulls', Response, { ...stored, properties: { authorizationType: null, error: null } }],
  ]);
});

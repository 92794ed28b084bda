import { describe, expect, it } from 'vitest';
import { Authorization } from '../../../lib/contracts/authorization.ts';
import { response as responses } from '../../../tools/openapi/contracts/response.ts';
import { buildAuthorization } from './builders.ts';
import { expectClosedList, expectRule, expectType, failuresOf, type TypeName, withMember } from './support.ts';

const { request } = Authorization;
const response = Authorization.compose(responses);

const STORED = {
  id: '/subscriptions/s/authorizations/a',
  name: 'a',
  type: 'Vendor.ApiManagement/service/authorizations',
};

describe('document 1, Authorization', () => {
  it.each([
    ['properties.authorizationType', ['OAuth2']],
    ['properties.oauth2grantType', ['AuthorizationCode', 'ClientCredentials']],
  ])('S1-05, S1-06 %s has only its allowed values', (at, values) => {
    expectClosedList(request, buildAuthorization(), at, values);
  });

  it.each<[string, TypeName]>([
    ['properties.parameters', 'object'],
    ['properties.status', 'string'],
    ['properties.error', 'object'],
    ['properties.error.code', 'string'],
    ['properties.error.message', 'string'],
  ])('S1-07, S1-09, S1-10, S1-64 %s is of type %s', (at, type) => {
    expectType(request, buildAuthorization(), at, type);
    expectType(response, { ...STORED, ...buildAuthorization() }, at, type, true);
  });

  it('S1-64 no member is marked required', () => {
    expect(failuresOf(request, { properties: {} })).toEqual([]);
    expect(failuresOf(request, {})).toEqual([]);
    expect(failuresOf(request, [])).toEqual(['must be an object']);
    expect(failuresOf(request, null)).toEqual(['must be an object']);
  });

  it('S1-09, S1-10 values of status and codes of error are examples: others pass', () => {
    const at = (path: string, value: string) => withMember(buildAuthorization(), path, value);
    expect(failuresOf(request, at('properties.status', 'Connected'))).toEqual([]);
    expect(failuresOf(request, at('properties.status', 'Pending'))).toEqual([]);
    expect(failuresOf(request, at('properties.error.code', 'Expired'))).toEqual([]);
  });

  it('S1-07 parameters are free-form', () => {
    const parameters = { scopes: 'a b', nested: { list: [1, null] }, enabled: true };
    expectRule(request, buildAuthorization(), {
      at: 'properties.parameters',
      accepted: [parameters],
      refused: [['clientId']],
      message: 'must be an object',
    });
  });

  it.each(['id', 'name', 'type'])('S1-04 %s is read-only: a request may have any value there', (name) => {
    expect(failuresOf(request, { ...buildAuthorization(), [name]: 'given' })).toEqual([]);
    expect(failuresOf(request, { ...buildAuthorization(), [name]: { ill: ['typed'] } })).toEqual([]);
  });

  it('unknown members pass unchanged', () => {
    const sent = { ...buildAuthorization(), later: { member: 1.0 } };
    expect(request.parse(sent)).toEqual(sent);
  });

  it('a response has id, name and properties; other members may be null', () => {
    const complete = { ...STORED, properties: { authorizationType: null, status: 'Connected', error: null } };
    expect(failuresOf(response, complete)).toEqual([]);
    for (const name of ['id', 'name', 'properties']) {
      expect(failuresOf(response, withMember(complete, name, undefined))).toEqual([`${name}: is required`]);
    }
  });
});

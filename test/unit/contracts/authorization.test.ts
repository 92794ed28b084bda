import { describe, expect, it } from 'vitest';
import { Authorization, AuthorizationRequest } from '../../../lib/contracts/authorization.ts';
import { someAuthorization } from './some.ts';
import { expectClosedList, expectRule, expectType, failuresOf, type TypeName, withMember } from './support.ts';

const STORED = {
  id: '/subscriptions/s/authorizations/a',
  name: 'a',
  type: 'Vendor.ApiManagement/service/authorizations',
};

describe('spec 1, Authorization', () => {
  it.each([
    ['properties.authorizationType', ['OAuth2']],
    ['properties.oauth2grantType', ['AuthorizationCode', 'ClientCredentials']],
  ])('%s has only its allowed values', (at, values) => {
    expectClosedList(AuthorizationRequest, someAuthorization(), at, values);
  });

  it.each<[string, TypeName]>([
    ['properties.parameters', 'object'],
    ['properties.status', 'string'],
    ['properties.error', 'object'],
    ['properties.error.code', 'string'],
    ['properties.error.message', 'string'],
  ])('%s is of type %s', (at, type) => {
    expectType(AuthorizationRequest, someAuthorization(), at, type);
    expectType(Authorization, { ...STORED, ...someAuthorization() }, at, type, true);
  });

  it('no member is marked required', () => {
    expect(failuresOf(AuthorizationRequest, { properties: {} })).toEqual([]);
    expect(failuresOf(AuthorizationRequest, {})).toEqual([]);
    expect(failuresOf(AuthorizationRequest, [])).toEqual(['must be an object']);
    expect(failuresOf(AuthorizationRequest, null)).toEqual(['must be an object']);
  });

  it('values of status and codes of error are only seen ones: others pass', () => {
    const at = (path: string, value: string) => withMember(someAuthorization(), path, value);
    expect(failuresOf(AuthorizationRequest, at('properties.status', 'Connected'))).toEqual([]);
    expect(failuresOf(AuthorizationRequest, at('properties.status', 'Pending'))).toEqual([]);
    expect(failuresOf(AuthorizationRequest, at('properties.error.code', 'Expired'))).toEqual([]);
  });

  it('parameters are free-form', () => {
    const parameters = { scopes: 'a b', nested: { list: [1, null] }, enabled: true };
    expectRule(AuthorizationRequest, someAuthorization(), {
      at: 'properties.parameters',
      accepted: [parameters],
      refused: [['clientId']],
      message: 'must be an object',
    });
  });

  it.each(['id', 'name', 'type'])('%s is server-set: whatever a request holds there is no failure', (name) => {
    expect(failuresOf(AuthorizationRequest, { ...someAuthorization(), [name]: 'given' })).toEqual([]);
    expect(failuresOf(AuthorizationRequest, { ...someAuthorization(), [name]: { ill: ['typed'] } })).toEqual([]);
  });

  it('unknown members pass unchanged', () => {
    const sent = { ...someAuthorization(), later: { member: 1.0 } };
    expect(AuthorizationRequest.parse(sent)).toEqual(sent);
  });

  it('an answer has id, name and properties; what else is absent may be null', () => {
    const answer = { ...STORED, properties: { authorizationType: null, status: 'Connected', error: null } };
    expect(failuresOf(Authorization, answer)).toEqual([]);
    for (const name of ['id', 'name', 'properties']) {
      expect(failuresOf(Authorization, withMember(answer, name, undefined))).toEqual([`${name}: is required`]);
    }
  });
});

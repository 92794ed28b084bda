/** The authorization of a gateway-management service: a connection to an external OAuth 2.0 identity. Source: docs/specification.md#authorization. */
import * as z from 'zod';
import { openList, secretByName } from './schema/annotations.ts';
import { inline, object, readOnly, requiredInResponse } from './schema/resource.ts';

const properties = object('AuthorizationProperties', () => ({
  authorizationType: z.enum(['OAuth2']),
  oauth2grantType: z.enum(['AuthorizationCode', 'ClientCredentials']),
  parameters: secretByName(z.record(z.string(), z.unknown().meta({ 'x-any-text': true }))).describe(
    'Authorization parameters such as clientId and clientSecret. Secrets are accepted in requests and never returned.',
  ),
  status: openList(['Connected', 'Error'], 'Status of the authorization.'),
  error: inline({ code: openList(['Unauthenticated']), message: z.string() }, 'Present if the status is Error.'),
}));

export const Authorization = object(
  'Authorization',
  () => ({
    id: requiredInResponse(readOnly(z.string().describe('Fully qualified resource id.'))),
    name: requiredInResponse(readOnly(z.string().describe('Resource name: the authorization id.'))),
    type: readOnly(z.string().describe('Resource type.')),
    properties: requiredInResponse(properties),
  }),
  { description: 'A connection to an external OAuth 2.0 identity.' },
);

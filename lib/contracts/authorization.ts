/** The authorization of a gateway-management service: a connection to an external OAuth 2.0 identity. Source: spec 1, Authorization. */
import * as z from 'zod';
import { openList, secretByName } from './annotate.ts';
import { always, asAnswer, asRequest, type Form, serverSet } from './form.ts';
import { valueMap } from './scalars.ts';

function authorization(as: Form) {
  return as.object(
    'Authorization',
    {
      id: always(serverSet(z.string().describe('Fully qualified resource id.'))),
      name: always(serverSet(z.string().describe('Resource name: the authorization id.'))),
      type: serverSet(z.string().describe('Resource type.')),
      properties: always(authorizationProperties(as)),
    },
    { description: 'A connection to an external OAuth 2.0 identity.' },
  );
}

function authorizationProperties(as: Form) {
  return as.object('AuthorizationProperties', {
    authorizationType: z.enum(['OAuth2']),
    oauth2grantType: z.enum(['AuthorizationCode', 'ClientCredentials']),
    parameters: secretByName(valueMap).describe(
      'Authorization parameters such as clientId and clientSecret. Secrets are accepted on write and left out of answers.',
    ),
    status: openList(['Connected', 'Error'], 'Status of the authorization.'),
    error: as
      .inline({ code: openList(['Unauthenticated']), message: z.string() })
      .describe('Given when the status is Error.'),
  });
}

export const AuthorizationRequest = authorization(asRequest);

export const Authorization = authorization(asAnswer);

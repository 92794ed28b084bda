import { it } from 'vitest';
import { isSecretName } from '../../../lib/contracts/secret-names.ts';
import { expectSplit } from '../../support/split.ts';

const SECRETS = `clientSecret client_secret client-secret ClientSecret CLIENT_SECRET clientsecret clientSecrets secret
  secretValue password Password userPassword passwd pwd passphrase accountKey accessKey access_key secretAccessKey
  apiKey api_key apikey x-api-key key sharedAccessPolicyKey sharedAccessKey primaryKey secondaryKey accountKey1
  privateKey private_key signingKey subscriptionKey Ocp-Apim-Subscription-Key token refreshToken refresh_token
  access_token accessToken id_token bearerToken sasToken sas sasUrl blobSasUri connectionString
  primaryConnectionString assertion client_assertion credential credentials signature authorizationCode
  code_verifier clientJwt session_cookie`;

const OTHERS = `clientId client_id tenantId tokenUserDisplayName tokenUserPrincipalName partitionKey rowKey sortKey
  PartitionKey publicKey keyId key_id accessKeyId keyName sharedAccessPolicyName connectionStringName secretName secretUri
  tokenUrl token_url tokenEndpoint token_endpoint_auth_method tokenType client_assertion_type tokenExpiresIn
  token_expires_on accessTokenLifetime passwordPolicy passwordLength code message status grantType
  authenticationMode scopes user username keyword monkey columnsToRemove refreshRate refreshType correlationId
  sessionId texas pipeline signalName etag`;

it('S1-08 a secret is known by its name, however it is written', () => {
  expectSplit(isSecretName, SECRETS.split(/\s+/), [...OTHERS.split(/\s+/), '']);
});

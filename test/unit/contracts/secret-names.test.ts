import { describe, expect, it } from 'vitest';
import { isSecretName } from '../../../lib/contracts/secret-names.ts';

describe('document 1, Authorization: secret members are omitted from responses', () => {
  it.each([
    ...'clientSecret client_secret client-secret ClientSecret CLIENT_SECRET clientsecret clientSecrets secret'.split(
      ' ',
    ),
    ...'secretValue password Password userPassword passwd pwd passphrase accountKey accessKey access_key secretAccessKey'.split(
      ' ',
    ),
    ...'apiKey api_key apikey x-api-key key sharedAccessPolicyKey sharedAccessKey primaryKey secondaryKey accountKey1'.split(
      ' ',
    ),
    ...'privateKey private_key signingKey subscriptionKey Ocp-Apim-Subscription-Key token refreshToken refresh_token'.split(
      ' ',
    ),
    ...'access_token accessToken id_token bearerToken sasToken sas sasUrl blobSasUri connectionString'.split(' '),
    ...'primaryConnectionString assertion client_assertion credential credentials signature authorizationCode'.split(
      ' ',
    ),
    ...'code_verifier clientJwt session_cookie'.split(' '),
  ])('S1-08 %s names a secret', (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  it.each([
    ...'clientId client_id tenantId tokenUserDisplayName tokenUserPrincipalName partitionKey rowKey sortKey PartitionKey'.split(
      ' ',
    ),
    ...'publicKey keyId key_id accessKeyId keyName sharedAccessPolicyName connectionStringName secretName secretUri'.split(
      ' ',
    ),
    ...'tokenUrl token_url tokenEndpoint token_endpoint_auth_method tokenType client_assertion_type tokenExpiresIn'.split(
      ' ',
    ),
    ...'token_expires_on accessTokenLifetime passwordPolicy passwordLength code message status grantType'.split(' '),
    ...'authenticationMode scopes user username keyword monkey columnsToRemove refreshRate refreshType correlationId'.split(
      ' ',
    ),
    ...'sessionId texas pipeline signalName etag'.split(' '),
    '',
  ])('S1-08 %s names no secret', (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TableClient } from '@azure/data-tables';
import { UnsecuredJWT } from 'jose';
import { expect, it } from 'vitest';
import { startTables } from '../../dev/tables.ts';
import { createCertificate } from '../../dev/tls.ts';

const entity = { partitionKey: 'p', rowKey: 'r', text: 'stored' };

it('stores entities for the real client until it is closed', async () => {
  const first = await startTables({ port: 0 });
  const client = TableClient.fromConnectionString(first.connectionString, 'cache', { allowInsecureConnection: true });
  await client.createTable();
  await client.upsertEntity(entity);
  expect(await client.getEntity('p', 'r')).toMatchObject(entity);
  await first.close();
  await expect(fetch(first.url)).rejects.toThrow();

  const second = await startTables({ port: first.port });
  await expect(client.getEntity('p', 'r')).rejects.toMatchObject({ statusCode: 404 });
  await second.close();
});

it('accepts a bearer token over https', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tables-'));
  const { authority, certificate, key } = createCertificate();
  const oauth = { certificateFile: join(folder, 'certificate.pem'), keyFile: join(folder, 'key.pem') };
  await writeFile(oauth.certificateFile, certificate);
  await writeFile(oauth.keyFile, key);
  const tables = await startTables({ port: 0, oauth });
  const client = new TableClient(`${tables.url}/devstoreaccount1`, 'cache', toCredential(), {
    tlsOptions: { ca: authority },
  });
  await client.createTable();
  await client.upsertEntity(entity);
  expect(await client.getEntity('p', 'r')).toMatchObject(entity);
  await tables.close();
  await rm(folder, { recursive: true });
});

function _findEndpoints(connectionString: string): string[][] {
  return [...connectionString.matchAll(/(\w+Endpoint)=(http:\/\/[^/]+)/g)].map(([, name = '', url = '']) => [
    name,
    url,
  ]);
}

function toCredential() {
  const tenant = '00000000-0000-4000-8000-000000000001';
  const expiresOnTimestamp = Date.now() + 3_600_000;
  const token = new UnsecuredJWT({})
    .setIssuer(`https://sts.windows.net/${tenant}/`)
    .setAudience('https://storage.azure.com')
    .setIssuedAt()
    .setNotBefore('0 seconds')
    .setExpirationTime('1 hour')
    .encode();
  return { getToken: () => Promise.resolve({ token, expiresOnTimestamp }) };
}

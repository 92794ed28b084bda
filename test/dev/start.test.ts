/** `npm start` as a person runs it, with one stack for all tests. Tests that need another stack are in start.long.ts. */
import { expect, it } from 'vitest';
import { readStackFile } from '../../dev/start/stack-file.ts';
import { createApp, readAddresses, settingsApp, spawnStart } from './fixtures/start-app.ts';

it('starts everything and passes the addresses to Frontdesk; with --json stdout has the log only; SIGTERM of npm ends all', async () => {
  const root = await createApp(settingsApp);
  const origin = 'https://desk.example';
  const start = spawnStart(root, {}, '--json', '--verbose', '--profile', 'microsoft', '--origin', `${origin}/`);
  await start.ready;
  const { frontdesk, issuer, identity, upstream, tables, addresses, expectClosed } = await readAddresses(root);
  for (const component of ['bundle', 'issuer', 'identity', 'upstream', 'tables', 'Frontdesk']) {
    expect(start.output()).toMatch(new RegExp(`^ {2}ready {2}${component} +\\d+ ms$`, 'm'));
  }
  for (const address of addresses) {
    expect(start.output()).toContain(`  ${address}  `);
    expect((await fetch(address)).status).toBeGreaterThan(0);
  }
  const settings = (await (await fetch(`${frontdesk}/settings`)).json()) as Record<string, string>;
  expect(settings).toMatchObject({
    CLOUD_PROFILE: 'microsoft',
    PUBLIC_BASE_URL: frontdesk,
    AUTH_ISSUER: `${issuer}/{tenantid}/v2.0`,
    IDENTITY_ENDPOINT: `${identity}/msi/token`,
    ARM_BASE_URL: `${upstream}/arm`,
    BUSINESS_DATA_BASE_URL: `${upstream}/business/v2.0`,
    CACHE_CONNECTION_STRING: expect.stringContaining(`TableEndpoint=${tables}/devstoreaccount1;`),
    LOGIN_REDIRECT_ORIGINS: expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:\d+,.*http:\/\/localhost:5173,.*,https:\/\/desk\.example$/,
    ),
  });
  for (const allowed of [origin, 'http://localhost:5173', 'http://localhost:5174']) {
    const { headers } = await fetch(`${frontdesk}/settings`, { headers: { origin: allowed } });
    expect(headers.get('access-control-allow-origin')).toBe(allowed);
    expect((await fetch(`${issuer}/_control/people`, { headers: { origin: allowed } })).status).toBe(200);
  }
  await expect.poll(start.log).toContain('{"settings":"were read"}');
  for (const line of start.log()) expect(JSON.parse(line)).toBeTypeOf('object');

  // A second one would take the file by which its commands find the first.
  const second = spawnStart(root, {});
  expect(await second.exitCode).toBe(1);
  expect(second.output()).toMatch(/^A stack of this folder is running already \(process \d+\): http:/m);
  expect(await readStackFile(root)).toMatchObject({ frontdesk });
  // As after the start: with nothing stored, and nothing held back.
  expect((await fetch(`${upstream}/_control/reset`, { method: 'POST' })).status).toBe(204);
  const again = (await (await fetch(`${frontdesk}/settings`)).json()) as Record<string, string>;
  expect(again['PID']).not.toBe(settings['PID']);
  expect(again['CACHE_TABLE_NAME']).not.toBe(settings['CACHE_TABLE_NAME']);

  start.child.kill('SIGTERM');
  await expectClosed();
  await start.exitCode;
  expect(() => process.kill(Number(again['PID']), 0)).toThrow('ESRCH');
  expect(await readStackFile(root)).toBeUndefined();
});

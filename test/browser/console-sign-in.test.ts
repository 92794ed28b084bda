import { describe, expect, it } from 'vitest';
import { useConsolePage } from './console-page.ts';
import { choosePersona, expectAccessible } from './support.ts';

const ui = useConsolePage();

describe('signing in', () => {
  it('redirects to the issuer and back, with no code in the URL; another tab is signed in, too', async () => {
    const page = await ui.signIn('Ada Okafor');
    expect(page.url()).toBe(`${ui.stack.frontdesk}/console#/`);
    await page.reload();
    await ui.heading('Fleet').waitFor();
    const other = await ui.context.newPage();
    await other.goto(`${ui.stack.frontdesk}/console`);
    await other.getByText('Account: Ada Okafor').waitFor();
  });

  it('shows why the issuer rejected the sign-in, and allows another try', async () => {
    const page = await ui.open();
    await page.goto(`${ui.stack.frontdesk}/console`);
    await ui.button('Sign in').first().click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('alert').filter({ hasText: 'The person declined' }).waitFor();
    await expectAccessible(page);
    await ui.button('Sign in').first().click();
    await choosePersona(page, 'Ada Okafor');
    await ui.heading('Fleet').waitFor();
  });

  it('rejects a redirect that this tab did not request', async () => {
    const page = await ui.open();
    await page.goto(`${ui.stack.frontdesk}/console?code=stolen&state=guessed`);
    await page.getByRole('alert').filter({ hasText: 'not started in this tab' }).waitFor();
    expect(page.url()).toBe(`${ui.stack.frontdesk}/console`);
  });

  it('renews a token before it expires, and says in a bar that the session has ended if it cannot', async () => {
    const page = await ui.signIn('Ada Okafor');
    await ui.goTo('Items');
    const age = (refreshToken: string) => `{
      const session = JSON.parse(sessionStorage['frontdesk.session']);
      sessionStorage.setItem('frontdesk.session', JSON.stringify({ ...session, expiresAt: 0, ${refreshToken} }));
    }`;
    await page.evaluate(age(''));
    await page.reload();
    await ui.row('Bicycle').waitFor();
    expect(await page.evaluate("JSON.parse(sessionStorage['frontdesk.session']).expiresAt")).toBeGreaterThan(0);
    await page.evaluate(age("refreshToken: 'withdrawn'"));
    await page.reload();
    await page.getByRole('alert').filter({ hasText: 'Your session has ended.' }).waitFor();
  });

  it('switches to another user and hides the work of the previous one', async () => {
    const page = await ui.signIn('Ada Okafor');
    await ui.goTo('Model copies');
    await page.getByLabel('Model id').fill('of-ada');
    await page.getByText('Account: Ada Okafor').click();
    await ui.button('Fay Tanaka').click();
    await page.getByText('Account: Fay Tanaka').waitFor();
    await ui.heading('Model copies').waitFor();
    await ui.main().getByText('You need the role DocumentModels.AuthorizeCopy').waitFor();
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('of-ada');
  });

  it('deletes everything it stored when the user signs out', async () => {
    const page = await ui.signIn('Ada Okafor');
    await ui.button('Colours: system').click();
    await ui.goTo('Items');
    await ui.link('Bicycle').click();
    await ui.main().getByText('Cost', { exact: true }).waitFor();
    expect(await page.evaluate('JSON.stringify(localStorage)')).toContain('17e00000-0000-4000-8000-0000000000a1');
    await page.getByText('Account: Ada Okafor').click();
    await ui.button('Sign out').click();
    await ui.button('Sign in').first().waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    // The colours are this browser's.
    expect(await page.evaluate('Object.keys(localStorage)')).toEqual(['frontdesk.theme']);
  });
});

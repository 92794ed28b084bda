/** Commands that get a token, for the local stack or for a deployment. */
import type { Config } from '../../console/context.ts';
import type { Language } from './samples.ts';

type TokenContext = Omit<Config, 'profile'>;

/** By the command of the repository; its people are the sample users. */
const LOCAL: Readonly<Record<Language, string>> = {
  curl: 'export TOKEN=$(npm run -s token)',
  TypeScript:
    '// In the shell that runs the script, in the folder of the repository:\n// export TOKEN=$(npm run -s token)',
  PowerShell: '$env:TOKEN = npm run -s token',
};

export function tokenCommands(context: TokenContext): Readonly<Record<Language, string>> {
  return context.controlUrl === undefined ? listDeployed(context) : LOCAL;
}

function listDeployed({ authority, audience, clientId }: TokenContext): Readonly<Record<Language, string>> {
  const azure = `az account get-access-token --scope '${audience}/.default' --query accessToken --output tsv`;
  return {
    curl: `az login\nexport TOKEN=$(${azure})`,
    TypeScript: `import { PublicClientApplication } from '@azure/msal-browser';

const msal = new PublicClientApplication({
  auth: { clientId: '${clientId}', authority: '${authority.replace(/\/v2\.0$/, '')}' },
});
await msal.initialize();
const { accessToken } = await msal.acquireTokenPopup({ scopes: ['${audience}/user_impersonation'] });`,
    PowerShell: `az login\n$env:TOKEN = ${azure}`,
  };
}

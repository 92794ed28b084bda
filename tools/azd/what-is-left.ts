/** What `azd up` cannot do, as commands with their values: app roles for callers, and rights of the managed identity on the services. */
import { operations, selectOperations } from '../../functions/operations.ts';
import actions from '../../infra/access/actions.json' with { type: 'json' };
import type { PolicyDocument } from '../../lib/policy/policy-source.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns lines for a shell; comments say who may run what follows. `served` is the setting OPERATIONS. */
export function listWhatIsLeft({ grants }: PolicyDocument, env: Environment, served = 'default'): readonly string[] {
  const resources = [...new Set(grants.flatMap((grant) => grant.resources))];
  const roles = new Set(grants.flatMap((grant) => grant.roles));
  const has = (pattern: RegExp) => [...roles].some((role) => pattern.test(role));
  const clients = [...new Set(grants.flatMap((grant) => grant.clients ?? []))];
  return [
    ...listManagement(resources, env, listNamed(roles, served)),
    ...(has(/^Restore|^Companies|^Customers|^Items/) ? listGraph(has(/^Companies|^Customers|^Items/), env) : []),
    ...(has(/^DocumentModels/) ? listDocumentModels(env) : []),
    ...listAppRoles([...roles], clients, env),
  ];
}

/** Operations of the granted roles that are served only where OPERATIONS names them; the identity needs an action for each. */
function listNamed(roles: ReadonlySet<string>, served: string) {
  const names = new Set(
    selectOperations(
      served
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    ).map(({ name }) => name),
  );
  const granted = operations.filter(({ name, access }) => name in actions.named && roles.has(access.role));
  return {
    served: granted.flatMap(({ name }) => (names.has(name) ? [name] : [])),
    other: granted.flatMap(({ name }) => (names.has(name) ? [] : [name])),
  };
}

const principal = ({ FRONTDESK_PRINCIPAL_ID: id = '' }: Environment) => `principalId=${id}`;

function listManagement(resources: readonly string[], env: Environment, named: ReturnType<typeof listNamed>): string[] {
  const matches = resources.flatMap((resource) => {
    const [, subscription, group] = /^\/subscriptions\/([^/]+)(?:\/resourcegroups\/([^/]+))?/i.exec(resource) ?? [];
    return subscription ? [{ subscription, group }] : [];
  });
  const subscriptions = [...new Set(matches.map(({ subscription }) => subscription))];
  const others = `# Not served, so no right for it: ${named.other.join(', ')}. To serve one, name it in OPERATIONS (docs/deploy.md).`;
  const rights = subscriptions.flatMap((subscription) => {
    const own = matches.filter((match) => match.subscription === subscription);
    const groups = [...new Set(own.flatMap(({ group }) => group ?? []))];
    const deploy = `az deployment sub create --subscription ${subscription} --location ${env['AZURE_LOCATION']}`;
    // A role's name is unique in the tenant, and each environment has its own operations.
    const name = (what: string) => `name='Frontdesk ${what}, ${env['AZURE_ENV_NAME']} (${subscription})'`;
    return [
      `# Owner, or Contributor and User Access Administrator, of the subscription ${subscription}. The role gets exactly these actions:`,
      `ROLE=$(${deploy} --template-file infra/access/management-role.bicep --parameters ${name('management API')} operations='${JSON.stringify(named.served)}' --query properties.outputs.roleId.value --output tsv)`,
      ...groups.map(
        (group) =>
          `az deployment group create --subscription ${subscription} --resource-group ${group} --template-file infra/access/management-assignment.bicep --parameters ${principal(env)} roleId="$ROLE"`,
      ),
      ...(own.some(({ group }) => group === undefined)
        ? [
            `${deploy} --template-file infra/access/subscription-events.bicep --parameters ${name('subscription')} ${principal(env)}`,
            '# and the command before for each resource group that callers work in.',
          ]
        : []),
    ];
  });
  return [...rights, ...(rights.length > 0 && named.other.length > 0 ? [others] : [])];
}

function listGraph(usesBusinessData: boolean, env: Environment): string[] {
  return [
    '# Privileged Role Administrator; remove from the template what you do not need:',
    `az deployment group create --resource-group ${env['AZURE_RESOURCE_GROUP']} --template-file infra/access/graph.bicep --parameters ${principal(env)}`,
    ...(usesBusinessData
      ? [
          `# In Business Central: Microsoft Entra Applications, New, client id ${env['FRONTDESK_IDENTITY_CLIENT_ID']}, state Enabled, a permission set that reads companies, customers and items.`,
        ]
      : []),
  ];
}

function listDocumentModels(env: Environment): string[] {
  const [account] = new URL(env['DOCUMENT_MODELS_ENDPOINT'] ?? 'https://unknown').hostname.split('.');
  const group = `$(az cognitiveservices account list --query "[?name=='${account}'].resourceGroup | [0]" --output tsv)`;
  return [
    '# Owner of the document-models resource:',
    `az deployment group create --resource-group "${group}" --template-file infra/access/document-models.bicep --parameters ${principal(env)} accountName=${account}`,
  ];
}

function listAppRoles(roles: readonly string[], clients: readonly string[], env: Environment): string[] {
  const app = env['FRONTDESK_APPLICATION_PRINCIPAL_ID'];
  if (!app) return ['# Assign the app roles of your own Entra application.'];
  const url = `https://graph.microsoft.com/v1.0/servicePrincipals/${app}/appRoleAssignedTo`;
  return [
    '# Application Administrator. Each caller: a person or group by its object id, an application by that of its service principal.',
    ...clients.map((client) => `CALLER=$(az ad sp show --id ${client} --query id --output tsv)`),
    `assign() { az rest --method POST --url ${url} --body "{\\"principalId\\":\\"$CALLER\\",\\"resourceId\\":\\"${app}\\",\\"appRoleId\\":\\"$(az ad sp show --id ${app} --query "appRoles[?value=='$1'].id | [0]" --output tsv)\\"}"; }`,
    ...roles.map((role) => `assign ${role}`),
  ];
}

/** The lists that pickers offer. */
import { useConsole } from '../context.ts';
import { findKnownName, knownPaths } from '../known.ts';
import { formatTime, toTitle } from '../logic/format.ts';
import { listNames } from '../logic/known-paths.ts';
import { parseSkipToken, type Scope } from '../logic/resource-id.ts';
import { toServiceNames } from '../parts/service-fields.tsx';
import type { Choice, ChoicePage, Source } from '../parts/use-picker.ts';

interface Listed<Element> {
  readonly body: {
    readonly value: readonly Element[];
    readonly nextLink?: string | null;
    readonly '@odata.nextLink'?: string | null;
  };
}

function toPage<Element>({ body }: Listed<Element>, toChoice: (element: Element) => Choice): ChoicePage {
  return { choices: body.value.map(toChoice), next: parseSkipToken(body.nextLink ?? body['@odata.nextLink']) };
}

const skip = ($skipToken: string | undefined) => ($skipToken === undefined ? {} : { $skipToken });

/** The names of a type that requests of this user succeeded for. */
function listRecent(within: Readonly<Record<string, string>>, type: string): readonly Choice[] {
  return listNames(knownPaths.value, within, type)
    .filter(({ isRecent }) => isRecent)
    .map(({ id }) => ({ id, name: findKnownName(id) }));
}

/** The jobs of a resource group. */
export function useJobSource(scope: Scope): Source {
  const { client } = useConsole();
  const { subscriptionId, resourceGroupName } = scope;
  return {
    key: `${subscriptionId}/${resourceGroupName}`,
    recent: listRecent({ subscriptions: subscriptionId, resourcegroups: resourceGroupName }, 'streamingjobs'),
    role: 'StreamingJobs.Read',
    load: async ({ skipToken }, signal) =>
      toPage(
        await client.listStreamingJobs({ subscriptionId, resourceGroupName, ...skip(skipToken) }, { signal }),
        ({ name, properties }) => ({ id: name, detail: properties.jobState ?? undefined }),
      ),
  };
}

export interface Provider extends Scope {
  readonly serviceName: string;
  readonly authorizationProviderId: string;
}

/** The authorizations of a provider. */
export function useAuthorizationSource(provider: Provider): Source {
  const { client } = useConsole();
  const { subscriptionId, resourceGroupName, serviceName, authorizationProviderId } = provider;
  const path = { subscriptionId, resourceGroupName, serviceName, authorizationProviderId };
  return {
    key: Object.values(path).join('/'),
    recent: listRecent(
      { ...toServiceNames(provider), authorizationproviders: authorizationProviderId },
      'authorizations',
    ),
    role: 'Authorizations.Read',
    load: async ({ skipToken }, signal) =>
      toPage(await client.listAuthorizations({ ...path, ...skip(skipToken) }, { signal }), ({ name, properties }) => ({
        id: name,
        detail: properties.status ?? undefined,
      })),
  };
}

export interface Api extends Scope {
  readonly serviceName: string;
  readonly apiId: string;
  readonly apiVersion: '2024-05-01' | '2019-01-01' | 'latest';
}

/** The diagnostics of an API. */
export function useDiagnosticSource({
  subscriptionId,
  resourceGroupName,
  serviceName,
  apiId,
  apiVersion,
}: Api): Source {
  const { client } = useConsole();
  const path = { subscriptionId, resourceGroupName, serviceName, apiId, apiVersion };
  return {
    key: Object.values(path).join('/'),
    recent: listRecent({ ...toServiceNames(path), apis: apiId }, 'diagnostics'),
    role: 'ApiDiagnostics.Read',
    load: async ({ skipToken }, signal) =>
      toPage(await client.listApiDiagnostics({ ...path, ...skip(skipToken) }, { signal }), ({ name, properties }) => ({
        id: name ?? '',
        detail: properties?.loggerId ?? undefined,
      })),
  };
}

/** The companies that the user may see. */
export function useCompanySource(): Source {
  const { client } = useConsole();
  return {
    key: 'companies',
    recent: listRecent({}, 'companies'),
    role: 'Companies.Read',
    load: async ({ skipToken }, signal) =>
      toPage(await client.listCompanies(skip(skipToken), { signal }), ({ id, displayName, name }) => ({
        id,
        name: displayName || name || undefined,
      })),
  };
}

/** The customers or items of a company, by name. */
export function useRecordSource(kind: 'customers' | 'items', companyId: string): Source {
  const { client } = useConsole();
  return {
    key: `${kind} of ${companyId}`,
    recent: listRecent({ companies: companyId }, kind),
    role: kind === 'customers' ? 'Customers.Read' : 'Items.Read',
    isSearched: true,
    load: async ({ search, skipToken }, signal) => {
      const query = { companyId, $orderby: 'displayName', $select: 'id,number,displayName', ...skip(skipToken) };
      const input = search.trim() === '' ? query : { ...query, $filter: toNameFilter(search.trim()) };
      const response: Listed<ListedRecord> = await (kind === 'customers'
        ? client.listCustomers(input, { signal })
        : client.listItems(input, { signal }));
      return toPage(response, ({ id, number, displayName }) => ({
        id: id ?? '',
        name: displayName ?? undefined,
        detail: number ?? undefined,
      }));
    },
  };
}

interface ListedRecord {
  readonly id?: string | null;
  readonly number?: string | null;
  readonly displayName?: string | null;
}

/** The service tells cases apart, so the text is searched as it is and with a capital first letter. */
function toNameFilter(search: string): string {
  const texts = [search, search.charAt(0).toUpperCase() + search.slice(1)].map((text) => text.replaceAll("'", "''"));
  return [...new Set(texts)].map((text) => `contains(displayName,'${text}')`).join(' or ');
}

/** Restore sessions of every kind. They have no names: kind and time stand for one. */
export function useSessionSource(): Source {
  const { client } = useConsole();
  return {
    key: 'sessions',
    recent: listRecent({}, 'restoreSessions'),
    role: 'RestoreSessions.Read',
    load: async ({ skipToken }, signal) =>
      toPage(await client.listRestoreSessions(skip(skipToken), { signal }), (session) => ({
        id: session.id ?? '',
        name: `${toSessionKind(session['@odata.type'])}, ${formatTime(session.createdDateTime)}`,
        detail: session.status ?? undefined,
      })),
  };
}

/** `#vendor.graph.driveRestoreSession` becomes `Drive restore session`. */
function toSessionKind(type: string | null | undefined): string {
  return toTitle(type?.split('.').at(-1) ?? 'restoreSession');
}

/** Bodies that name resources: which members do. Each id: test/unit/auth/authorize.test.ts and test/unit/contracts/path-values.test.ts. */
import { expect, it } from 'vitest';
import { resourceGroup, subscriptions } from '../../dev/seed.ts';
import { expectGranted, expectRefused } from '../support/abuse.ts';
import { startStack } from '../support/stack.ts';
import { putAuthorization, putDiagnostic, putJob, type ValidRequest } from '../support/valid-requests.ts';

const LOGGER = 'providers/Vendor.ApiManagement/service/gateway-shop/loggers/monitor';
const own = `/subscriptions/${subscriptions.contoso}/resourceGroups/${resourceGroup}/${LOGGER}`;
const foreign = own.replace(subscriptions.contoso, subscriptions.fabrikam);
const foreignIdentity = `/subscriptions/${subscriptions.fabrikam}/resourceGroups/${resourceGroup}/providers/Vendor.ManagedIdentity/userAssignedIdentities/frontdesk`;

interface Place {
  readonly target: string;
  readonly request: ValidRequest;
  /** Returns the body that names the resource there. */
  readonly toBody: (id: string) => object;
}

const inJob = (properties: object) => ({ properties: { sku: { name: 'Standard' }, ...properties } });

const places: readonly Place[] = [
  {
    target: 'properties.loggerId',
    request: putDiagnostic,
    toBody: (loggerId) => ({ properties: { loggerId } }),
  },
  { target: 'properties.cluster.id', request: putJob, toBody: (id) => inJob({ cluster: { id } }) },
  { target: 'properties.subnetResourceId', request: putJob, toBody: (subnetResourceId) => inJob({ subnetResourceId }) },
  {
    target: 'identity.userAssignedIdentities',
    request: putJob,
    toBody: (id) => ({ ...inJob({}), identity: { type: 'UserAssigned', userAssignedIdentities: { [id]: {} } } }),
  },
];

const stack = await startStack();

const eachPlace = places.map((place) => [place.target, place] as const);

it.each(eachPlace)('%s names a resource within a grant of the caller, else 403 (C-57, A26c)', async (target, place) => {
  const { request, toBody } = place;
  const refusals = await expectRefused(stack, request, {
    twin: { body: toBody(own) },
    attacks: [foreign, foreign.slice(1), foreignIdentity].map((id) => ({ body: toBody(id) })),
    status: 403,
    code: 'forbidden',
    hidden: [subscriptions.fabrikam],
  });
  const detail = { code: 'forbidden', target, message: 'names a resource to which you do not have access' };
  for (const { json, headers } of refusals) {
    expect(json.error.details).toEqual([detail]);
    expect(headers['x-frontdesk-outcome']).toBe('not-sent');
  }
  expect(stack.log.at(-1)).toMatchObject({ problem: 'forbidden', reason: 'resource_in_body' });
});

it.each(eachPlace)('%s is a well-formed id, else 400 (C-57, A26c)', async (target, { request, toBody }) => {
  const attacks = [{ body: toBody(`${own}/../../../../other`) }];
  const [refused] = await expectRefused(stack, request, { attacks, status: 400, code: 'invalid_request' });
  expect(refused?.json.error.details[0].target).toBe(target);
});

it.each(eachPlace)('%s may be relative to the service (C-57, A26c)', async (_, { request, toBody }) => {
  for (const id of ['/loggers/azuremonitor', 'loggers/monitor']) {
    await expectGranted(stack, request, { body: toBody(id) });
    const [sent] = (await stack.upstream.calls()).slice(-1);
    expect(JSON.parse(String(sent?.body))).toEqual(toBody(id));
  }
});

it('a full id in a member that the contract does not describe needs a grant too (C-57, A26c)', async () => {
  const toBody = (id: string) => [
    inJob({ later: { workspaceResourceId: id } }),
    inJob({ later: [{ ids: { [id]: {} } }] }),
    inJob({ inputs: [{ name: 'in', properties: { type: 'Later', datasource: { id } } }] }),
  ];
  const refusals = await expectRefused(stack, putJob, {
    twin: { body: inJob({ later: [own, '/loggers/x', `see ${foreign}`, 'text'] }) },
    attacks: [foreign, foreign.slice(1), foreign.toUpperCase(), `${own}/../../x`]
      .flatMap(toBody)
      .map((body) => ({ body })),
    status: 403,
    code: 'forbidden',
  });
  const [first, second, third] = refusals.map(({ json }) => json.error.details[0].target);
  expect([first, second, third]).toEqual([
    'properties.later.workspaceResourceId',
    'properties.later[0].ids',
    'properties.inputs[0].properties.datasource.id',
  ]);
  await expectGranted(stack, putJob, { body: { ...inJob({}), tags: { moved: foreign } } });
});

it('a member that nobody described sends no browser to another origin (A82)', async () => {
  const attacks = [
    inJob({ later: { redirectUrl: 'https://evil.example/' } }),
    inJob({ later: { postLoginRedirectUri: ['https://portal.contoso.example', '//evil.example'] } }),
    inJob({ inputs: [{ name: 'in', properties: { type: 'Later', returnUrl: 'https://evil.example/' } }] }),
    { ...inJob({}), OAuthRedirect: { 'https://evil.example': 1 } },
  ];
  const refusals = await expectRefused(stack, putJob, {
    twin: { body: inJob({ later: { redirectUrl: 'https://portal.contoso.example/x', url: 'https://other.example' } }) },
    attacks: attacks.map((body) => ({ body })),
    status: 400,
    code: 'invalid_request',
    hidden: ['evil.example'],
  });
  expect(refusals.map(({ json }) => json.error.details.map(({ target }: { target: string }) => target))).toEqual([
    ['properties.later.redirectUrl'],
    ['properties.later.postLoginRedirectUri[1]'],
    ['properties.inputs[0].properties.returnUrl'],
    ['OAuthRedirect'],
  ]);
});

it('A82, C-57 nobody described the parameters of an authorization', async () => {
  const inParameters = (parameters: object) => ({ body: { properties: { parameters } } });
  const twin = inParameters({ clientId: own, redirectUrl: 'https://portal.contoso.example/x', url: 'https://a.b' });
  const refuse = (attack: object, status: number, code: string) =>
    expectRefused(stack, putAuthorization, { twin, attacks: [inParameters(attack)], status, code });
  await refuse({ redirectUrl: 'https://evil.example' }, 400, 'invalid_request');
  await refuse({ later: { returnUrl: '//evil.example' } }, 400, 'invalid_request');
  await refuse({ resource: foreign }, 403, 'forbidden');
});

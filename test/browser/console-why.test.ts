/** A stranger asks why a request failed: each kind of failure is answered within two clicks. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useConsolePage } from './console-page.ts';
import { expectAccessible } from './support.ts';
import { GROUP } from './tasks.ts';

const ui = useConsolePage();

const JOBS = `${GROUP.replace('resourceGroups', 'resourcegroups')}/providers/Vendor.StreamAnalytics/streamingjobs`;
const job = (name: string) => `${JOBS}/${name}?api-version=2020-03-01`;
const COMPANY = '/companies(c0400000-0000-4000-8000-00000000000a)';
const customer = (digit: number) => `${COMPANY}/customers(${digit}0000000-0000-4000-8000-000000000000)`;
const OTHER = GROUP.replace('00000a', '00000b');
const MODEL = { modelId: 'invoices' };

interface Sendable {
  readonly method?: string;
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Kind extends Sendable {
  readonly status: number;
  /** Of the token, instead of Ada's. */
  readonly claims?: object;
  readonly fault?: object;
  /** Requests before it, all at once. */
  readonly before?: readonly Sendable[];
  /** The problem that the page gets, of a state that the stack cannot have. */
  readonly given?: string;
  /** What the panel says. */
  readonly why: readonly string[];
}

/** It counts as 61 requests of a person, who has 100 and 20 more each second. */
const LARGE: Sendable = { method: 'PUT', path: job('large'), body: { tags: { text: 'a'.repeat(1_000_000) } } };

const KINDS: Readonly<Record<string, Kind>> = {
  'an invalid body': {
    ...{ status: 400, method: 'PUT', path: job('clicks') },
    body: { location: 'West Europe', properties: { sku: { name: 'Cheap' } } },
    why: ["invalid_request: it is on the caller's side", 'properties.sku.name'],
  },
  'a bad token': {
    status: 401,
    path: '/companies',
    headers: { authorization: 'Bearer no' },
    why: ['invalid_token', 'Sign in again'],
  },
  'no role': {
    status: 403,
    path: '/companies',
    claims: { roles: [] },
    why: ['insufficient_scope', 'The token has no role Companies.Read'],
  },
  'no grant': {
    ...{
      status: 403,
      path: job('clicks').replace(
        GROUP.replace('resourceGroups', 'resourcegroups'),
        OTHER.replace('resourceGroups', 'resourcegroups'),
      ),
    },
    why: ['forbidden', 'The token has the role StreamingJobs.Read. No grant', 'access policy'],
  },
  'a policy that is not loaded': {
    ...{ status: 503, path: '/companies', given: 'policy_unavailable' },
    why: ['policy_unavailable', "the operators'", 'The access policy is not loaded: nobody is let in.'],
  },
  'a state that forbids it': {
    ...{ status: 409, method: 'POST', path: job('visits-per-page').replace('?', '/start?'), body: {} },
    why: ['upstream_refused', "The service's own message"],
  },
  'a new one that exists': {
    ...{ status: 412, method: 'PUT', path: job('visits-per-page'), headers: { 'if-none-match': '*' } },
    body: { location: 'West Europe', properties: { sku: { name: 'Standard' } } },
    why: ['Change the request'],
  },
  "Frontdesk's limit of a person": {
    ...{ status: 429, ...LARGE, claims: { oid: 'impatient', sub: 'impatient' } },
    before: Array<Sendable>(6).fill(LARGE),
    why: ['throttled', "the caller's", 'Send fewer requests: this person is over the limit of Frontdesk.'],
  },
  "the service's limit": {
    ...{ status: 429, path: customer(1), fault: { kind: 'status', status: 429, headers: { 'retry-after': '60' } } },
    why: ['throttled', "the service's", 'Retry-After'],
  },
  "the service's identity check": {
    ...{ status: 502, path: customer(2), fault: { kind: 'status', status: 401 } },
    why: ['upstream_auth', "the operators'", "Frontdesk's identity"],
  },
  'a network that does not lead there': {
    ...{ status: 502, path: customer(3), fault: { kind: 'reset' } },
    why: ['upstream_unreachable', "the operators'", 'network'],
  },
  'a breaker that is open': {
    ...{
      status: 503,
      path: customer(4),
      fault: { kind: 'status', status: 500 },
      before: [5, 6, 7, 8].map((digit) => ({ path: customer(digit) })),
    },
    why: ['circuit_open', 'its calls keep failing'],
  },
  'a service that does not respond': {
    ...{
      status: 504,
      method: 'POST',
      path: '/vendor-docs/documentModels:authorizeCopy?api-version=2024-11-30',
      body: MODEL,
      fault: { kind: 'hang' },
    },
    why: ['upstream_timeout', 'It was too slow'],
  },
};

async function send({ method = 'GET', path, body, headers = {} }: Sendable, token: string): Promise<Response> {
  return fetch(`${ui.stack.frontdesk}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }), ...headers },
    body: body ? JSON.stringify(body) : null,
  });
}

/** Returns the id of a request that fails. */
async function receive(kind: Kind, token: string): Promise<string> {
  const response = await send(kind, token);
  expect(response.status).toBe(kind.status);
  return response.headers.get('x-ms-request-id') ?? '';
}

/** Lets a request of the page fail. */
async function give(page: Page, { path, status, given = '' }: Kind): Promise<string> {
  const headers = { 'x-frontdesk-problem': given, 'x-ms-request-id': `id-of-${given}` };
  await page.route(`**${path}`, (route) => route.fulfill({ status, headers, json: { error: {} } }));
  await ui.visit('companies');
  return `id-of-${given}`;
}

it.each(Object.entries(KINDS))('of %s', async (_, kind) => {
  const page = await ui.signIn('Ada Okafor', 'start');
  const init = { method: 'POST', body: JSON.stringify(kind.claims ?? {}) };
  const issued = await fetch(`${ui.stack.issuer}/_control/token`, init);
  const { access_token: token } = (await issued.json()) as { access_token: string };
  if (kind.fault) await ui.stack.control.fault({ times: 1000, fault: kind.fault });
  await Promise.all((kind.before ?? []).map((each) => send(each, token)));
  const id = kind.given ? await give(page, kind) : await receive(kind, token);
  await page.getByLabel('Filter by caller').fill(id);
  const row = page.getByRole('table', { name: 'Requests, newest first' }).getByRole('row').nth(1);
  await row.getByRole('button').click();
  const details = page.locator('tr.details');
  for (const text of kind.why) await details.getByText(text, { exact: false }).first().waitFor();
  if (kind.status !== 400) return;
  await expectAccessible(page);
  // Its address leads there without a click.
  const other = await ui.context.newPage();
  await other.goto(page.url());
  await other.getByRole('region', { name: 'Why it failed' }).waitFor();
});

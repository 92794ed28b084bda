/** Diagnostic settings of an API (docs/specification.md#api-diagnostic). */
import type { Hono } from 'hono';
import { createEntityTag, invalid } from './arm-request.ts';
import { addResourceRoutes } from './arm-resource.ts';
import type { Emulation } from './emulation.ts';
import { asObject, isGiven } from './json.ts';

/** The versions of S1-84, without `latest`. */
const versions = [
  '2025-03-01-preview',
  '2024-10-01-preview',
  '2024-06-01-preview',
  '2024-05-01',
  '2023-09-01-preview',
  '2023-05-01-preview',
  '2023-03-01-preview',
  '2022-09-01-preview',
  '2022-08-01',
  '2022-04-01-preview',
  '2021-12-01-preview',
  '2021-08-01',
  '2021-04-01-preview',
  '2021-01-01-preview',
  '2020-12-01',
  '2020-06-01-preview',
  '2019-12-01',
  '2019-12-01-preview',
  '2019-01-01',
  '2018-06-01-preview',
  '2018-01-01',
  '2017-03-01',
];

/** In their definitions a diagnostic is only `enabled`. */
const beforeLoggers = ['2018-01-01', '2017-03-01'];

export function addDiagnosticRoutes(app: Hono, emulation: Emulation): void {
  const isVendor = emulation.names.profile === 'vendor';
  const provider = `${emulation.names.namespace}.ApiManagement`;
  addResourceRoutes(app, emulation, {
    path:
      `/subscriptions/:subscriptionId/resourceGroups/:resourceGroupName/providers/${provider}` +
      '/service/:serviceName/apis/:apiId/diagnostics/:diagnosticId',
    type: `${provider}/service/apis/diagnostics`,
    // The specification lists `latest`; the live service does not accept it.
    versions: isVendor ? ['latest', ...versions] : versions,
    isPatched: true,
    needsIfMatch: true,
    isQueryable: true,
    createTag: createEntityTag,
    checkBody(body, id, c) {
      const { loggerId } = asObject(body['properties']);
      if (isVendor || c.req.method !== 'PUT') return;
      // A public report of the live service: the logger of `local` is the gateway's own.
      if (/\/local$/i.test(id) && isGiven(loggerId)) throw invalid('loggerId', 'LoggerId must not be specified.');
      const mayLack = /\/(?:local|azuremonitor)$/i.test(id) || beforeLoggers.includes(c.req.query('api-version') ?? '');
      if (!isGiven(loggerId) && !mayLack) throw invalid('loggerId', 'LoggerId is required.');
    },
    compose(body, identity, _, current) {
      // enableHttpCorrelationHeaders defaults to true (S1-21). The live service no longer has it.
      const defaults = isVendor ? { enableHttpCorrelationHeaders: true } : liveNulls;
      return { ...identity, ...current?.body, properties: { ...defaults, ...asObject(body['properties']) } };
    },
  });
}

/** The live service returns absent members as null. */
const liveNulls = {
  alwaysLog: null,
  sampling: null,
  frontend: null,
  backend: null,
  httpCorrelationProtocol: null,
  verbosity: null,
  logClientIp: null,
};

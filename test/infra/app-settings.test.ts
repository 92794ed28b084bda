import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { operations } from '../../functions/operations.ts';
import { DEFAULT_MAX_BODY_BYTES } from '../../lib/http/parse-request.ts';
import { readSettings } from '../../lib/settings/read-settings.ts';
import { readInfra } from './files.ts';

const path = 'infra/app/settings.bicep';
const template = readInfra().get(path) ?? '';

/** Settings that the templates do not set, and why. */
const notDeployed = {
  WEBSITE_HOSTNAME: 'set by the platform',
  WEBSITE_INSTANCE_ID: 'set by the platform',
  WEBSITE_SITE_NAME: 'set by the platform',
  CONTAINER_APP_NAME: 'set by the platform',
  CACHE_CONNECTION_STRING: 'contains a shared key, which the storage account rejects',
  PAGES_CONTROL_URL: 'for the local stack',
};

/** Settings that OpenTelemetry's packages read themselves. */
const ofOpenTelemetry = [
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_SERVICE_NAME',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_BSP_SCHEDULE_DELAY',
];

const BODY_LIMIT = 'FUNCTIONS_REQUEST_BODY_SIZE_LIMIT';

it('the templates set exactly the settings that the app reads, the host’s limit of a body and Node’s threads', () => {
  expect(new Set([...listDeployed(), ...Object.keys(notDeployed)])).toEqual(
    new Set([...listRead(), ...ofOpenTelemetry, BODY_LIMIT, 'UV_THREADPOOL_SIZE']),
  );
});

it.each([path, 'local.settings.sample.json'])(
  '%s: the host reads no body that is far above the largest cap, because it reads before the token is checked (A44)',
  (file) => {
    const [, limit] = new RegExp(`${BODY_LIMIT}["']?[:=] ?["']?(\\d+)`).exec(readFileSync(file, 'utf8')) ?? [];
    const caps = operations.map(({ request }) => (request.body ? (request.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES) : 0));
    const largest = Math.max(...caps);
    // Up to the limit the app says 413; above it the host's 500 is empty.
    expect(Number(limit)).toBeGreaterThan(largest);
    expect(Number(limit)).toBeLessThanOrEqual(largest + 64 * 1024);
  },
);

it('no setting is both derived and optional', () => {
  const names = listDeployed();
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

/** Returns the members of the variable with the settings, and of the type of the optional ones. */
function listDeployed(): string[] {
  const [, values = ''] = /^var deployed = \{\n([\s\S]*?)^\}/m.exec(template) ?? [];
  const [, optional = ''] = /^type optionalSettings = \{\n([\s\S]*?)^\}/m.exec(template) ?? [];
  return [...(values + optional).matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name = '']) => name);
}

/** Returns the names that the app reads from the environment. */
function listRead(): string[] {
  const names: string[] = [];
  const environment = new Proxy<Record<string, string>>({}, { get: (_, name) => void names.push(String(name)) });
  expect(() => readSettings(environment)).toThrow('cannot start');
  return names;
}

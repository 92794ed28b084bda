/** The document model service: authorizes copies of a model to itself (S3-42, S3-43, S3-44). */
import { randomBytes } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { resourceGroup, subscriptions } from '../seed.ts';
import { requireIdentity, requireSetup } from './authenticate.ts';
import { beginApi } from './begin-api.ts';
import type { Emulation } from './emulation.ts';
import { serveExamples } from './examples.ts';
import { Failure } from './failures.ts';
import { isObject, type JsonObject, readJson, toJsonResponse } from './json.ts';

const apiVersion = '2024-11-30';
const accessTokenLifeMs = 3_600_000;

export function createDocuments(emulation: Emulation): Hono {
  const { names, documentsKey } = emulation;
  const app = beginApi('docs', emulation);
  app.use(requireSetup('docs', emulation));
  const bearer = requireIdentity('docs', emulation);
  // An API key or a token (S3-53).
  app.use((c, next) => {
    const key = c.req.header(names.keyHeader);
    return key !== undefined && key === documentsKey ? next() : bearer(c, next);
  });

  app.get(`/${names.documentsSegment}/documentModels`, (c) =>
    toJsonResponse(c, 200, { value: [...emulation.store.modelIds].map((modelId) => ({ modelId })) }),
  );
  app.post(`/${names.documentsSegment}/documentModels:authorizeCopy`, (c) => authorizeCopy(c, emulation));
  app.use(serveExamples('docs', emulation));
  app.all('*', () => {
    throw new Failure(404, 'NotFound', 'Resource not found.');
  });
  return app;
}

async function authorizeCopy(c: Context, emulation: Emulation): Promise<Response> {
  const isSupported = c.req.query('api-version') === apiVersion;
  if (!isSupported) throw invalid('NotSupportedApiVersion', `Only api-version ${apiVersion} is supported.`);
  if (!c.req.header('content-type')?.startsWith('application/json'))
    throw new Failure(415, 'UnsupportedMediaType', 'The media type is not supported.');
  const body = readJson(await c.req.text());
  if (!isObject(body)) throw invalid('InvalidParameter', 'The body is not a JSON object.');
  const modelId = String(body['modelId']);
  if (emulation.store.modelIds.has(modelId)) {
    const inner = { code: 'ModelExists', message: 'A model with the provided name already exists.' };
    throw new Failure(409, 'Conflict', 'The request conflicts with a resource.', { inner });
  }
  return toJsonResponse(c, 200, toAuthorization(c, modelId, emulation));
}

/** The inner code gives the reason. */
function invalid(code: string, message: string): Failure {
  return new Failure(400, 'InvalidRequest', 'Invalid request.', { inner: { code, message } });
}

/** Composes the response (S3-20). The live service's tokens also expire after an hour. */
function toAuthorization(c: Context, modelId: string, { names }: Emulation): JsonObject {
  const { origin } = new URL(c.req.url);
  const group = `/subscriptions/${subscriptions.contoso}/resourceGroups/${resourceGroup}`;
  return {
    targetResourceId: `${group}/providers/${names.namespace}.CognitiveServices/accounts/documents-shop`,
    targetResourceRegion: 'westeurope',
    targetModelId: modelId,
    targetModelLocation: `${origin}/docs/${names.documentsSegment}/documentModels/${modelId}?api-version=${apiVersion}`,
    accessToken: randomBytes(32).toString('base64url'),
    expirationDateTime: new Date(Date.now() + accessTokenLifeMs).toISOString(),
  };
}

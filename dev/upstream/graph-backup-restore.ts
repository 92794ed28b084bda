/** The backup-restore API: search restore points (S3-35, S3-36, S3-37, S3-38); sessions are in graph-sessions.ts. */
import { createHash, randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { requireIdentity } from './authenticate.ts';
import type { Emulation } from './emulation.ts';
import type { RestorePoint } from './entities.ts';
import { serveExamples } from './examples.ts';
import { graphFailure } from './failures.ts';
import { addSessionRoutes } from './graph-sessions.ts';
import type { JsonObject } from './json.ts';
import type { ProfileNames } from './profiles.ts';
import { setResponseHeaders, toJsonResponse } from './response-headers.ts';
import { parseRestoreSearch, type RestoreSearch } from './restore-search.ts';

/** Most results of one search (S3-36). */
const maxRestorePoints = 5;

export function createGraph(emulation: Emulation): Hono {
  const { names, store } = emulation;
  const app = new Hono().basePath('/graph/v1.0');
  app.use(setResponseHeaders('graph'));
  app.use(requireIdentity('graph', emulation, graphFailure));

  app.post('/solutions/backupRestore/restorePoints/search', async (c) => {
    const search = parseRestoreSearch(await c.req.text());
    return toJsonResponse(c, 200, toSearchResponse(c, search, findRestorePoints(store.restorePoints, search), names));
  });

  addSessionRoutes(app, store, names);
  app.use(serveExamples('graph', '/graph/v1.0', emulation));
  app.all('*', (c) => graphFailure(c, { status: 404, code: 'ResourceNotFound', message: 'Resource not found.' }));
  return app;
}

/** Finds points in the period, newest first; with a preference, one per unit (S3-05). */
function findRestorePoints(points: readonly RestorePoint[], search: RestoreSearch): readonly RestorePoint[] {
  const { unitIds, startTime, endTime, preference, tags } = search;
  return unitIds.flatMap((unitId) => {
    const found = points
      .filter(({ unit, protectionDateTime, tags: tag }) => {
        const time = Date.parse(protectionDateTime);
        return unit.id === unitId && time >= startTime && time <= endTime && (tags?.includes(tag) ?? true);
      })
      .sort((a, b) => Date.parse(b.protectionDateTime) - Date.parse(a.protectionDateTime));
    if (preference === 'latest') return found.slice(0, 1);
    if (preference === 'oldest') return found.slice(-1);
    return found;
  });
}

/** With an artifact query, hit counts; without one, the units that have no result (docs/specification.md#restore-points). */
function toSearchResponse(
  c: Context,
  search: RestoreSearch,
  points: readonly RestorePoint[],
  names: ProfileNames,
): JsonObject {
  const { origin } = new URL(c.req.url);
  const { unitIds, queryExpression, hasArtifactQuery } = search;
  const found = new Set(points.map(({ unit }) => unit.id));
  return {
    '@odata.context': `${origin}/graph/v1.0/$metadata${names.graphType}.restorePointSearchResponse`,
    searchResponseId: randomUUID(),
    searchResults: points.slice(0, maxRestorePoints).map((point) => ({
      artifactHitCount: hasArtifactQuery ? countHits(queryExpression, point) : undefined,
      restorePoint: toResponseBody(point, names),
    })),
    noResultProtectionUnitIds: hasArtifactQuery ? undefined : unitIds.filter((id) => !found.has(id)),
  };
}

/** Returns a made-up but stable count: the grammar of expressions is not published. */
function countHits(expression: string, point: RestorePoint): number {
  const [count = 0] = createHash('sha256').update(`${expression}\n${point.id}`).digest();
  return count;
}

/** Composes a restore point (S3-14). */
function toResponseBody(
  { id, protectionDateTime, expirationDateTime, unit, tags }: RestorePoint,
  names: ProfileNames,
): JsonObject {
  return {
    '@odata.type': `${names.graphType}.restorePoint`,
    id,
    protectionDateTime,
    expirationDateTime,
    tags,
    protectionUnit: {
      '@odata.type': `${names.graphType}.${unit.kind}ProtectionUnit`,
      id: unit.id,
      policyId: unit.policyId,
      ...unit.members,
    },
  };
}

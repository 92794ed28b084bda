/** The backup-restore API: search restore points (S3-35, S3-36, S3-37, S3-38); sessions are in graph-sessions.ts. */
import { createHash, randomUUID } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { requireIdentity } from './authenticate.ts';
import { beginApi } from './begin-api.ts';
import type { Emulation } from './emulation.ts';
import type { RestorePoint } from './entities.ts';
import { serveExamples } from './examples.ts';
import { Failure } from './failures.ts';
import { addSessionRoutes } from './graph-sessions.ts';
import { asArray, asObject, isObject, type JsonObject, readJson, toJsonResponse } from './json.ts';
import type { ProfileNames } from './profiles.ts';

/** Most results of one search (S3-36). */
const maxRestorePoints = 5;

export function createGraph(emulation: Emulation): Hono {
  const { names, store } = emulation;
  const app = beginApi('graph', emulation);
  app.use(requireIdentity('graph', emulation));

  app.post('/solutions/backupRestore/restorePoints/search', async (c) => {
    const search = findRestorePoints(store.restorePoints, await c.req.text());
    return toJsonResponse(c, 200, toSearchResponse(c, search, names));
  });

  addSessionRoutes(app, store, names);
  app.use(serveExamples('graph', emulation));
  app.all('*', () => {
    throw new Failure(404, 'ResourceNotFound', 'Resource not found.');
  });
  return app;
}

interface RestoreSearch {
  readonly unitIds: readonly string[];
  readonly points: readonly RestorePoint[];
  readonly artifactQuery: JsonObject | undefined;
}

/** Finds points in the period, newest first; with a preference, one per unit (S3-05). */
function findRestorePoints(points: readonly RestorePoint[], text: string): RestoreSearch {
  const { protectionUnitIds, protectionTimePeriod, restorePointPreference, tags, artifactQuery } = asObject(
    readJson(text),
  );
  const { startDateTime, endDateTime = '9999-12-31' } = asObject(protectionTimePeriod);
  const [start, end] = [startDateTime, endDateTime].map((time) => Date.parse(String(time))) as [number, number];
  // A flags enum in either spelling: `FastRestore`, `fastRestore` (S3-06).
  const kinds = tags === undefined ? undefined : String(tags).toLowerCase().split(/, */);
  const unitIds = asArray(protectionUnitIds).map((id) => String(id).toLowerCase());
  const found = unitIds.flatMap((unitId) => {
    const ofUnit = points
      .filter(({ unit, protectionDateTime, tags: tag }) => {
        const time = Date.parse(protectionDateTime);
        return unit.id === unitId && time >= start && time <= end && (kinds?.includes(tag.toLowerCase()) ?? true);
      })
      .sort((a, b) => Date.parse(b.protectionDateTime) - Date.parse(a.protectionDateTime));
    if (restorePointPreference === 'latest') return ofUnit.slice(0, 1);
    return restorePointPreference === 'oldest' ? ofUnit.slice(-1) : ofUnit;
  });
  return { unitIds, points: found, artifactQuery: isObject(artifactQuery) ? artifactQuery : undefined };
}

/** With an artifact query, hit counts; without one, the units that have no result (docs/specification.md#restore-points). */
function toSearchResponse(
  c: Context,
  { unitIds, points, artifactQuery }: RestoreSearch,
  { graphType }: ProfileNames,
): JsonObject {
  const { origin } = new URL(c.req.url);
  const found = new Set(points.map(({ unit }) => unit.id));
  return {
    '@odata.context': `${origin}/graph/v1.0/$metadata${graphType}.restorePointSearchResponse`,
    searchResponseId: randomUUID(),
    searchResults: points.slice(0, maxRestorePoints).map((point) => ({
      artifactHitCount: artifactQuery && countHits(String(artifactQuery['queryExpression'] ?? ''), point),
      restorePoint: toResponseBody(point, graphType),
    })),
    noResultProtectionUnitIds: artifactQuery ? undefined : unitIds.filter((id) => !found.has(id)),
  };
}

/** Returns a made-up but stable count: the grammar of expressions is not published. */
function countHits(expression: string, point: RestorePoint): number {
  const [count = 0] = createHash('sha256').update(`${expression}\n${point.id}`).digest();
  return count;
}

/** Composes a restore point (S3-14). */
function toResponseBody({ unit, ...point }: RestorePoint, graphType: string): JsonObject {
  const { kind, id, policyId, members } = unit;
  const protectionUnit = { '@odata.type': `${graphType}.${kind}ProtectionUnit`, id, policyId, ...members };
  return { '@odata.type': `${graphType}.restorePoint`, ...point, protectionUnit };
}

/** The backup-restore API: search restore points (S3-35 to S3-38), read restore sessions, delete drafts (S3-39, S3-40). */
import { createHash, randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { requireIdentity } from './authenticate.ts';
import type { Emulation } from './emulation.ts';
import type { RestorePoint, SessionStatus } from './entities.ts';
import { graphFailure } from './failures.ts';
import type { JsonObject } from './json.ts';
import type { ProfileNames } from './profiles.ts';
import { setResponseHeaders, toJsonResponse } from './response-headers.ts';
import { parseRestoreSearch, type RestoreSearch } from './restore-search.ts';
import type { Store } from './store.ts';

/** Most results of one search (S3-36). */
const maxRestorePoints = 5;

export function createGraph({ names, store, audiences, clientId }: Emulation): Hono {
  const app = new Hono().basePath('/graph/v1.0');
  app.use(setResponseHeaders('graph'));
  app.use(
    requireIdentity({ audience: audiences.graph, clientId, failure: graphFailure, code: 'InvalidAuthenticationToken' }),
  );

  app.post('/solutions/backupRestore/restorePoints/search', async (c) => {
    const search = parseRestoreSearch(await c.req.text());
    if ('code' in search) return graphFailure(c, { status: 400, ...search });
    return toJsonResponse(c, 200, toSearchResponse(c, search, findRestorePoints(store.restorePoints, search), names));
  });

  const session = '/solutions/backupRestore/restoreSessions/:restoreSessionBaseId';
  app.get(session, (c) => {
    const found = findSession(c, store);
    if (found instanceof Response) return found;
    const context = `${new URL(c.req.url).origin}/graph/v1.0/$metadata#solutions/backupRestore/restoreSessions/$entity`;
    return toJsonResponse(c, 200, { '@odata.context': context, ...toSessionBody(c, found, names) });
  });

  app.delete(session, (c) => {
    const found = findSession(c, store);
    if (found instanceof Response) return found;
    const { id, status } = found;
    // Only drafts can be deleted (S3-16).
    if (status !== 'draft') {
      const message = `The action is not allowed: the restore session is ${status}.`;
      return graphFailure(c, { status: 403, code: 'RestoreSessionActionNotAllowed', message });
    }
    store.restoreSessions.delete(id);
    return c.body(null, 204);
  });

  app.all('*', (c) => graphFailure(c, { status: 404, code: 'ResourceNotFound', message: 'Resource not found.' }));
  return app;
}

interface Session {
  readonly id: string;
  readonly status: SessionStatus;
}

/** Returns the session that the path names, or a refusal. */
function findSession(c: Context, { restoreSessions }: Store): Session | Response {
  const id = c.req.param('restoreSessionBaseId')?.toLowerCase() ?? '';
  if (!/^[\w-]+$/.test(id)) {
    const message = 'The restore session id is invalid.';
    return graphFailure(c, { status: 400, code: 'InvalidRestoreSessionId', message });
  }
  const status = restoreSessions.get(id);
  if (status) return { id, status };
  return graphFailure(c, {
    status: 404,
    code: 'RestoreSessionNotFound',
    message: 'The restore session was not found.',
  });
}

/** Statuses that are returned as `unknownFutureValue` unless the caller prefers to see them. */
const LATER_STATUSES: readonly SessionStatus[] = ['failed'];

function toSessionBody(c: Context, { id, status }: Session, names: ProfileNames): JsonObject {
  const isShown = c.req.header('prefer')?.includes('include-unknown-enum-members') || !LATER_STATUSES.includes(status);
  const by = {
    application: { id: 'a9910000-0000-4000-8000-000000000001', displayName: 'Backup console' },
    user: { id: '0b1ec000-0000-4000-8000-000000000001', displayName: 'Ada Okafor' },
  };
  const isEnded = ['completed', 'completedWithError', 'failed'].includes(status);
  return {
    '@odata.type': `${names.graphType}.sharepointRestoreSession`,
    id,
    status: isShown ? status : 'unknownFutureValue',
    createdBy: by,
    // As in the vendor's samples, which are no RFC 3339.
    createdDateTime: '2026-11-20T09-30-03.45Z',
    completedDateTime: isEnded ? '2026-11-20T10-02-11.08Z' : null,
    lastModifiedBy: by,
    lastModifiedDateTime: '2026-11-20T09-31-00.12Z',
    error: status === 'failed' ? { code: 'RestoreFailed', message: 'The restoration failed.' } : null,
  };
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

/** With an artifact query, hit counts; without one, the units that have no result (S3-11 to S3-15). */
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

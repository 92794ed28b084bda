/** The restore sessions of the backup-restore API: list and read, delete drafts (S3-39, S3-40). */
import type { Context, Hono } from 'hono';
import type { SessionStatus } from './entities.ts';
import { Failure } from './failures.ts';
import { type JsonObject, toJsonResponse } from './json.ts';
import { readSkipToken, toPageLink, writeSkipToken } from './paging.ts';
import type { ProfileNames } from './profiles.ts';
import type { Store } from './store.ts';

export function addSessionRoutes(app: Hono, store: Store, names: ProfileNames): void {
  // The vendor's sample of a next link leads to the collection of one kind.
  const collection = '/solutions/backupRestore/:collection{(?:restoreSessions|share[pP]ointRestoreSessions)}';
  app.get(collection, (c) => listSessions(c, store, names));

  const session = '/solutions/backupRestore/restoreSessions/:restoreSessionBaseId';
  app.get(session, (c) => {
    const found = findSession(c, store);
    const context = `${new URL(c.req.url).origin}/graph/v1.0/$metadata#solutions/backupRestore/restoreSessions/$entity`;
    return toJsonResponse(c, 200, { '@odata.context': context, ...toSessionBody(c, found, names) });
  });

  app.delete(session, (c) => {
    const found = findSession(c, store);
    const { id, status } = found;
    // Only drafts can be deleted (S3-16).
    if (status !== 'draft') {
      const message = `The action is not allowed: the restore session is ${status}.`;
      throw new Failure(403, 'RestoreSessionActionNotAllowed', message);
    }
    store.restoreSessions.delete(id);
    return c.body(null, 204);
  });
}

const pageSize = 5;

/** Returns a page of sessions. `$top` is the page's size; more than the service's own is lowered. */
function listSessions(c: Context, { restoreSessions }: Store, names: ProfileNames): Response {
  const top = c.req.query('$top') ?? String(pageSize);
  const start = readSkipToken(c.req.query('$skiptoken'));
  if (start === undefined || !/^[1-9]\d{0,8}$/.test(top))
    throw new Failure(400, 'invalidRequest', 'The query option is not valid.');
  const end = start + Math.min(Number(top), pageSize);
  const next = new URL('/graph/v1.0/solutions/backupRestore/sharepointRestoreSessions', c.req.url);
  const options = { $top: c.req.query('$top'), $skiptoken: writeSkipToken(end) };
  const sessions = [...restoreSessions].map(([id, status]) => ({ id, status }));
  return toJsonResponse(c, 200, {
    // Relative, as in the vendor's sample.
    '@odata.context': '$metadata#solutions/backupRestore/restoreSessions',
    value: sessions.slice(start, end).map((session) => toSessionBody(c, session, names)),
    '@odata.nextLink': end < sessions.length ? toPageLink(next, options) : undefined,
  });
}

interface Session {
  readonly id: string;
  readonly status: SessionStatus;
}

/** Returns the session that the path names. Throws a Failure if there is none. */
function findSession(c: Context, { restoreSessions }: Store): Session {
  const id = c.req.param('restoreSessionBaseId')?.toLowerCase() ?? '';
  if (!/^[\w-]+$/.test(id)) throw new Failure(400, 'InvalidRestoreSessionId', 'The restore session id is invalid.');
  const status = restoreSessions.get(id);
  if (status) return { id, status };
  throw new Failure(404, 'RestoreSessionNotFound', 'The restore session was not found.');
}

/** Statuses that are returned as `unknownFutureValue` unless the caller prefers to see them. */
const LATER_STATUSES: readonly SessionStatus[] = ['failed'];

/** Of the sessions in the list; the seed's named ones are of sites. */
const laterKinds = ['exchangeRestoreSession', 'oneDriveForBusinessRestoreSession'];

function toKind(id: string): string {
  const number = Number(id.slice(-2));
  return (number > 7 && laterKinds[number % 2]) || 'sharePointRestoreSession';
}

function toSessionBody(c: Context, { id, status }: Session, names: ProfileNames): JsonObject {
  const isShown = c.req.header('prefer')?.includes('include-unknown-enum-members') || !LATER_STATUSES.includes(status);
  const by = {
    application: { id: 'a9910000-0000-4000-8000-000000000001', displayName: 'Backup console' },
    user: { id: '0b1ec000-0000-4000-8000-000000000001', displayName: 'Ada Okafor' },
  };
  const isEnded = ['completed', 'completedWithError', 'failed'].includes(status);
  const day = `2026-11-${String(20 - (Number(id.slice(-2)) % 19)).padStart(2, '0')}`;
  return {
    '@odata.type': `${names.graphType}.${toKind(id)}`,
    id,
    status: isShown ? status : 'unknownFutureValue',
    createdBy: by,
    createdDateTime: `${day}T09:30:03.45Z`,
    completedDateTime: isEnded ? `${day}T10:02:11.08Z` : null,
    lastModifiedBy: by,
    lastModifiedDateTime: `${day}T09:31:00.12Z`,
    error: status === 'failed' ? { code: 'RestoreFailed', message: 'The restoration failed.' } : null,
  };
}

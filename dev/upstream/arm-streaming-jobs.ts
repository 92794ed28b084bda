/** Streaming jobs: created or replaced whole (spec 2). */
import { randomUUID } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { answerJson } from './answer.ts';
import {
  failIfMatch,
  failPrecondition,
  invalidFields,
  readBody,
  requireApiVersion,
  requireNames,
  requireSubscription,
  toResourceId,
} from './arm-request.ts';
import type { Emulation } from './emulation.ts';
import type { ArmResource } from './entities.ts';
import { asObject, type JsonObject } from './json.ts';
import { type Identity, toStoredJob } from './streaming-job.ts';
import { findWrongMembers } from './streaming-job-rules.ts';

/** Spec 2, Endpoints, parameters; the pattern is written there with its backslashes doubled. */
const nameRules = { resourceGroupName: { maxLength: 90, pattern: /^[-\w._()]+$/ } };

export function addStreamingJobRoutes(app: Hono, { names, store }: Emulation): void {
  const provider = `${names.namespace}.StreamAnalytics`;
  const path =
    `/subscriptions/:subscriptionId/resourceGroups/:resourceGroupName/providers/${provider}` +
    '/streamingjobs/:jobName';

  app.put(path, requireApiVersion(['2020-03-01']), requireSubscription, requireNames(nameRules), async (c) => {
    const id = toResourceId(c, path);
    const current = store.resources.get(id.toLowerCase());
    const failed = failIfNoneMatch(c, current) ?? failIfMatch(c, current);
    if (failed) return failed;

    const body = await readBody(c);
    if (body instanceof Response) return body;
    const wrong = findWrongMembers(body, names);
    if (wrong.length > 0) return invalidFields(c, wrong);

    const etag = randomUUID();
    const identity = {
      id,
      name: c.req.param('jobName') ?? '',
      type: `${provider}/streamingjobs`,
      ...keepIdentity(current),
    };
    const job = toStoredJob(body, identity, etag, names);
    store.resources.set(id.toLowerCase(), { etag, body: job });
    c.header('ETag', etag);
    // Spec 2, Endpoints, responses: 200 or 201 for either; the live service answers 200 (public-cloud 1.3).
    return answerJson(c, current || names.profile === 'microsoft' ? 200 : 201, job);
  });
}

/** Spec 2, Endpoints, If-None-Match: `*` prevents an update, any other value is a 412. */
function failIfNoneMatch(c: Context, current: ArmResource | undefined): Response | undefined {
  const ifNoneMatch = c.req.header('if-none-match');
  if (ifNoneMatch === undefined || (ifNoneMatch === '*' && !current)) return undefined;
  return failPrecondition(c, 'If-None-Match');
}

/** A replaced job keeps what was generated at its creation (spec 2, jobId, createdDate; public-cloud 1.3, live behaviour). */
function keepIdentity(current: ArmResource | undefined): Partial<Identity> {
  if (!current) return {};
  const { id, name } = current.body as { id: string; name: string };
  const { jobId, createdDate } = asObject(current.body['properties']) as JsonObject &
    Pick<Identity, 'jobId' | 'createdDate'>;
  return { id, name, jobId, createdDate };
}

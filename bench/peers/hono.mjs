/** hono with jose, zod and fetch, as its documentation suggests. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as z from 'zod';
import { audience, issuer, jwksUri, reportReady, upstream, upstreamAuthorization } from './common.mjs';

const keys = createRemoteJWKSet(new URL(jwksUri));
const name = z.string().min(1).max(90);
const params = z.object({ subscription: z.guid(), group: name, namespace: name, type: name, name });

const app = new Hono();
app.use(async (c, next) => {
  const token = c.req.header('authorization')?.replace(/^Bearer /i, '') ?? '';
  try {
    await jwtVerify(token, keys, { issuer, audience, algorithms: ['RS256'] });
  } catch {
    return c.json({ error: { code: 'Unauthorized' } }, 401);
  }
  await next();
});
app.get(
  '/subscriptions/:subscription/resourceGroups/:group/providers/:namespace/:type/:name/providers/Vendor.ResourceHealth/events',
  async (c) => {
    if (!params.safeParse(c.req.param()).success) return c.json({ error: { code: 'BadRequest' } }, 400);
    const { pathname, search } = new URL(c.req.url);
    const response = await fetch(upstream + pathname + search, { headers: { authorization: upstreamAuthorization } });
    return new Response(response.body, { status: response.status, headers: { 'content-type': 'application/json' } });
  },
);

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => reportReady(port));

/** fastify with its JWT and reply-from plugins; PEER_JWT_CACHE=on lets the plugin cache verified tokens. */
import { createPublicKey } from 'node:crypto';
import jwt from '@fastify/jwt';
import replyFrom from '@fastify/reply-from';
import createFastify from 'fastify';
import { audience, isEventsPath, issuer, jwksUri, reportReady, upstream, upstreamAuthorization } from './common.mjs';

const { keys } = await (await fetch(jwksUri)).json();
const pems = new Map(
  keys.map((key) => [key.kid, createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' })]),
);
const app = createFastify({ logger: false });
await app.register(jwt, {
  decode: { complete: true },
  secret: { public: process.env.PEER_JWT_CACHE === 'on' ? pems.values().next().value : findKey },
  verify: {
    allowedIss: issuer,
    allowedAud: audience,
    algorithms: ['RS256'],
    ...(process.env.PEER_JWT_CACHE === 'on' ? { cache: true } : {}),
  },
});
await app.register(replyFrom, { base: upstream, undici: { connections: 128, pipelining: 1 } });

app.addHook('onRequest', async (request, reply) => {
  try {
    await request.jwtVerify();
  } catch {
    return reply.code(401).send({ error: { code: 'Unauthorized' } });
  }
});
app.get('/*', (request, reply) => {
  if (!isEventsPath(request.raw.url)) return reply.code(400).send({ error: { code: 'BadRequest' } });
  return reply.from(`/arm${request.raw.url}`, {
    rewriteRequestHeaders: () => ({ authorization: upstreamAuthorization, accept: 'application/json' }),
  });
});

await app.listen({ port: 0, host: '127.0.0.1' });
reportReady(app.server.address().port);

async function findKey(_, { header }) {
  return pems.get(header.kid);
}

/** express with its usual middleware: express-oauth2-jwt-bearer and http-proxy-middleware. */
import { Agent } from 'node:http';
import express from 'express';
import { auth } from 'express-oauth2-jwt-bearer';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { audience, isEventsPath, issuer, jwksUri, reportReady, upstream, upstreamAuthorization } from './common.mjs';

const app = express();
app.disable('x-powered-by');
app.use(auth({ issuer, jwksUri, audience, tokenSigningAlg: 'RS256' }));
app.use((request, response, next) => {
  if (isEventsPath(request.originalUrl)) next();
  else response.status(400).json({ error: { code: 'BadRequest' } });
});
app.use(
  createProxyMiddleware({
    target: upstream,
    headers: { authorization: upstreamAuthorization },
    agent: new Agent({ keepAlive: true, maxSockets: 128 }),
  }),
);
app.use((error, _request, response, _next) =>
  response.status(error.status ?? 500).json({ error: { code: error.code } }),
);

const server = app.listen(0, '127.0.0.1', () => reportReady(server.address().port));

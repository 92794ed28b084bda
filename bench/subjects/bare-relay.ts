/** Baseline of a relay: undici streams the upstream's response into node:http's, without any check. */
import { Pool } from 'undici';
import { serveHttp } from './report-ready.ts';

const pool = new Pool(process.env['PEER_UPSTREAM'] as string);
const headers = { authorization: `Bearer ${process.env['PEER_UPSTREAM_TOKEN']}` };

serveHttp((request, response) => {
  pool
    .stream({ method: 'GET', path: `/arm${request.url}`, headers }, ({ statusCode, headers: responseHeaders }) => {
      const { 'content-type': type = '', 'content-length': length = '' } = responseHeaders as Record<string, string>;
      return response.writeHead(statusCode, { 'content-type': type, 'content-length': length });
    })
    .catch(() => response.destroy());
});

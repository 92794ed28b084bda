/** The floor of a relay: undici streams the upstream's answer into node:http's, and nothing is checked. */
import { Pool } from 'undici';
import { serveHttp } from './tell.ts';

const pool = new Pool(process.env['PEER_UPSTREAM'] as string);
const headers = { authorization: `Bearer ${process.env['PEER_UPSTREAM_TOKEN']}` };

serveHttp((request, response) => {
  pool
    .stream({ method: 'GET', path: `/arm${request.url}`, headers }, ({ statusCode, headers: fields }) => {
      const { 'content-type': type = '', 'content-length': length = '' } = fields as Record<string, string>;
      return response.writeHead(statusCode, { 'content-type': type, 'content-length': length });
    })
    .catch(() => response.destroy());
});

/** Shared by the peers: settings, the check of the path, and the first message with the port. */
const { PEER_ISSUER, PEER_JWKS, PEER_UPSTREAM, PEER_UPSTREAM_TOKEN, AUTH_AUDIENCE } = process.env;

export const issuer = String(PEER_ISSUER);
export const jwksUri = String(PEER_JWKS);
export const audience = String(AUTH_AUDIENCE);
export const upstream = `${PEER_UPSTREAM}/arm`;
export const upstreamAuthorization = `Bearer ${PEER_UPSTREAM_TOKEN}`;

export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const segment = '[\\w.()-]{1,90}';
const path = new RegExp(
  `^/subscriptions/(${uuid.source.slice(1, -1)})/resourceGroups/${segment}/providers/${segment}/${segment}/${segment}/providers/Vendor\\.ResourceHealth/events$`,
  'i',
);

export function isEventsPath(target) {
  return path.test(target.split('?', 1)[0]);
}

export function reportReady(port) {
  process.on('message', () => process.send({ blockMs: Number.NaN }));
  process.once('disconnect', () => process.exit());
  process.send({ port, rssMb: process.memoryUsage.rss() / 2 ** 20 });
}

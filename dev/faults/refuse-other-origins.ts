/** Protects the control APIs of the local stack from the web pages that a developer's browser has open. */
import type { MiddlewareHandler } from 'hono';
import { isLoopback } from '../issuer/loopback.ts';

/**
 * Refuses a request that a page of another machine sent: by its Origin, or by Sec-Fetch-Site where a browser sends no Origin
 * (a link, an image). A foreign Host is a name that was pointed at this machine (DNS rebinding). Tools send neither header.
 * Source: Fetch Metadata Request Headers 2.4; Fetch Standard 3.2.
 */
export const refuseOtherOrigins: MiddlewareHandler = async (c, next) => {
  const { host, origin, 'sec-fetch-site': site } = c.req.header();
  const isForeign = origin === undefined ? site === 'cross-site' : !isLoopback(origin);
  if (isForeign || !isLoopback(`http://${host}`)) return c.json({ error: 'Only this machine may call this.' }, 403);
  return next();
};

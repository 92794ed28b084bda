/** A test without any server. */
import { createFrontdeskClient, FrontdeskError } from '@frontdesk/client';
import { handlers, refuse } from '@frontdesk/client/msw';
import { setupServer } from 'msw/node';

const baseUrl = 'http://127.0.0.1:7071';

const server = setupServer(...handlers(baseUrl));
server.listen();
server.use(refuse(baseUrl, 'getItem', 'forbidden', { once: true }));

const client = createFrontdeskClient({ baseUrl, getToken: () => 'any' });
const item = { companyId: 'c', itemId: 'i' };
const refused = await client.getItem(item).catch((error: unknown) => error instanceof FrontdeskError && error.problem);
console.log(refused, (await client.getItem(item)).body.displayName);

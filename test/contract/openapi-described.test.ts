import { expect, it } from 'vitest';
import { createDocumentCheck } from '../support/document-check.ts';

const requireDescribed = createDocumentCheck('vendor');
const getItem = { method: 'GET', path: '/companies(a)/items(b)?$expand=c' };
const deleteSession = { method: 'DELETE', path: '/solutions/backupRestore/restoreSessions/a' };
const requestId = { 'x-ms-request-id': 'a' };
const text = (code: string) => JSON.stringify({ error: { code, message: 'A text.' } });

it.each([
  ['a success', getItem, { status: 200, headers: { ...requestId, etag: '"1"' }, text: '{}' }],
  [
    "Frontdesk's failure",
    getItem,
    { status: 429, headers: { ...requestId, 'retry-after': '1' }, text: text('throttled') },
  ],
  ["an upstream's error that is listed", getItem, { status: 404, headers: requestId, text: text('NotHere') }],
  ["an upstream's error that is not listed", getItem, { status: 418, headers: requestId, text: text('Teapot') }],
  [
    'a path in another spelling',
    { method: 'DELETE', path: '/Solutions/./x/../backup%52estore/restoreSessions/a%2Fb#%/' },
    { status: 404, headers: { ...requestId, 'x-frontdesk-outcome': 'rejected' }, text: text('a') },
  ],
  [
    'a URL as the target',
    { method: 'GET', path: `http://127.0.0.1:1${getItem.path}` },
    { status: 200, headers: requestId, text: '{}' },
  ],
  ["the host's response", { method: 'GET', path: '/' }, { status: 405, headers: {}, text: '' }],
])('%s is described', (_, request, response) => {
  expect(() => requireDescribed(request, response)).not.toThrow();
});

it.each([
  [
    'a success of another status',
    getItem,
    { status: 206, headers: requestId, text: '{}' },
    'the status is not described',
  ],
  [
    "a server's failure of another status",
    getItem,
    { status: 501, headers: requestId, text: text('a') },
    'the status is not described',
  ],
  [
    "Frontdesk's failure that a read without a body cannot have",
    getItem,
    { status: 413, headers: requestId, text: text('content_too_large') },
    'the status is not described',
  ],
  [
    "Frontdesk's failure with another status",
    getItem,
    { status: 400, headers: requestId, text: text('throttled') },
    'code throttled is not described',
  ],
  [
    'a header',
    getItem,
    { status: 200, headers: { ...requestId, age: '1' }, text: '{}' },
    'header age is not described',
  ],
  [
    'the outcome of a read',
    getItem,
    { status: 502, headers: { ...requestId, 'x-frontdesk-outcome': 'unknown' }, text: text('upstream_error') },
    'header x-frontdesk-outcome is not described',
  ],
  [
    'the operation',
    { method: 'GET', path: '/nowhere' },
    { status: 200, headers: requestId, text: '{}' },
    'describes no operation for',
  ],
  [
    'a method',
    { ...deleteSession, method: 'PUT' },
    { status: 200, headers: requestId, text: '{}' },
    'describes no operation for',
  ],
])('%s is not described', (_, request, response, mismatch) => {
  expect(() => requireDescribed(request, response)).toThrow(mismatch);
});

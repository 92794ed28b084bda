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
    'a failure of ours',
    getItem,
    { status: 429, headers: { ...requestId, 'retry-after': '1' }, text: text('throttled') },
  ],
  [
    "an upstream's refusal that has a line of its own",
    getItem,
    { status: 404, headers: requestId, text: text('NotHere') },
  ],
  ['a refusal that has none', getItem, { status: 418, headers: requestId, text: text('Teapot') }],
  [
    'a path in another spelling',
    { method: 'DELETE', path: '/Solutions/./x/../backup%52estore/restoreSessions/a%2Fb#%/' },
    { status: 404, headers: { ...requestId, 'x-frontdesk-outcome': 'rejected' }, text: text('a') },
  ],
  [
    'an address as the target',
    { method: 'GET', path: `http://127.0.0.1:1${getItem.path}` },
    { status: 200, headers: requestId, text: '{}' },
  ],
  ["the host's own answer", { method: 'GET', path: '/' }, { status: 405, headers: {}, text: '' }],
])('%s is described', (_, asked, answered) => {
  expect(() => requireDescribed(asked, answered)).not.toThrow();
});

it.each([
  ['a success of another status', getItem, { status: 206, headers: requestId, text: '{}' }, 'status'],
  ["a server's failure of another status", getItem, { status: 501, headers: requestId, text: text('a') }, 'status'],
  [
    'a failure of ours that a read without content has not',
    getItem,
    { status: 413, headers: requestId, text: text('content_too_large') },
    'status',
  ],
  [
    'a failure of ours under another status',
    getItem,
    { status: 400, headers: requestId, text: text('throttled') },
    'code throttled',
  ],
  ['a field', getItem, { status: 200, headers: { ...requestId, age: '1' }, text: '{}' }, 'field age'],
  [
    'the outcome of a read',
    getItem,
    { status: 502, headers: { ...requestId, 'x-frontdesk-outcome': 'unknown' }, text: text('upstream_error') },
    'field x-frontdesk-outcome',
  ],
  [
    'the operation',
    { method: 'GET', path: '/nowhere' },
    { status: 200, headers: requestId, text: '{}' },
    'an operation',
  ],
  ['a method', { ...deleteSession, method: 'PUT' }, { status: 200, headers: requestId, text: '{}' }, 'an operation'],
])('%s is not described', (_, asked, answered, what) => {
  expect(() => requireDescribed(asked, answered)).toThrow(new RegExp(`${what}.* (is|are) not described`));
});

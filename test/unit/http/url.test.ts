import { expect, it } from 'vitest';
import { isLoopback, isTrustedUrl, splitUrl } from '../../../lib/http/url.ts';

it.each([
  'https://management.vendor.example',
  'https://management.vendor.example:8443/base/v1.0',
  'http://localhost:7083/arm',
  'http://127.0.0.1:7083',
  'http://127.255.0.254',
  'http://[::1]:7083',
])('https is trusted, and http to this machine: %s', (url) => {
  expect(isTrustedUrl(url)).toBe(true);
});

it.each([
  ['http to another machine', 'http://management.vendor.example'],
  ['http to a name that begins like this machine’s', 'http://localhost.evil.example'],
  ['http to a name that ends like this machine’s', 'http://evil.localhost'],
  ['http to a name that begins like its address', 'http://127.0.0.1.evil.example'],
  ['http to a name that holds its address', 'http://x127.0.0.1x.example'],
  ['http to another address of version 6', 'http://[::2]'],
  ['another protocol', 'ftp://127.0.0.1'],
  ['another protocol to this machine', 'ws://localhost'],
  ['a user', 'https://user@management.vendor.example'],
  ['a password alone', 'https://:secret@management.vendor.example'],
  ['user and password', 'https://user:secret@management.vendor.example'],
  ['a query', 'https://management.vendor.example/?x=1'],
  ['an empty query', 'https://management.vendor.example/?'],
  ['a fragment', 'https://management.vendor.example/#x'],
  ['no address', 'management.vendor.example'],
  ['nothing', ''],
])('%s is not trusted: %s', (_, url) => {
  expect(isTrustedUrl(url)).toBe(false);
});

it.each([
  ['localhost', true],
  ['[::1]', true],
  ['127.0.0.1', true],
  ['127.1.22.133', true],
  ['127.0.0', false],
  ['127.0.0.1.2', false],
  ['127.0.0.1111', false],
  ['127.a.b.c', false],
  ['1127.0.0.1', false],
  ['128.0.0.1', false],
  ['0.0.0.0', false],
  ['', false],
])('the host name %s means this machine: %s', (host, is) => {
  expect(isLoopback(host)).toBe(is);
});

it.each([
  ['https://api.example', 'https://api.example', ''],
  ['https://api.example/', 'https://api.example', ''],
  ['http://127.0.0.1:8080/base/v1//', 'http://127.0.0.1:8080', '/base/v1'],
])('%s is split into origin and base path', (url, origin, basePath) => {
  expect(splitUrl(url)).toEqual({ origin, basePath });
});

import { expect, it } from 'vitest';
import { isLoopback, isTrustedUrl, splitUrl } from '../../../lib/http/path.ts';
import { expectSplit } from '../../support/split.ts';

const words = (text: string) => text.split(' ');

it('https is trusted, and http to this machine: without user, query and fragment', () => {
  const remote = words('https://management.vendor.example https://management.vendor.example:8443/base/v1.0');
  const local = words('http://localhost:7083/arm http://127.0.0.1:7083 http://127.255.0.254 http://[::1]:7083');
  const elsewhere = words(
    'http://management.vendor.example http://localhost.evil.example http://evil.localhost http://127.0.0.1.evil.example http://x127.0.0.1x.example http://[::2] ftp://127.0.0.1 ws://localhost',
  );
  const more = words(
    'https://user@vendor.example https://:secret@vendor.example https://user:secret@vendor.example https://vendor.example/?x=1 https://vendor.example/? https://vendor.example/#x vendor.example',
  );
  expectSplit(isTrustedUrl, [...remote, ...local], [...elsewhere, ...more, '']);
});

it('a host name means this machine, or not', () => {
  const others = words('127.0.0 127.0.0.1.2 127.0.0.1111 127.a.b.c 1127.0.0.1 128.0.0.1 0.0.0.0');
  expectSplit(isLoopback, words('localhost [::1] 127.0.0.1 127.1.22.133'), [...others, '']);
});

it.each([
  ['https://api.example', 'https://api.example', ''],
  ['https://api.example/', 'https://api.example', ''],
  ['http://127.0.0.1:8080/base/v1//', 'http://127.0.0.1:8080', '/base/v1'],
])('%s is split into origin and base path', (url, origin, basePath) => {
  expect(splitUrl(url)).toEqual({ origin, basePath });
});

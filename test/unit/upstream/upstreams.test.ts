import { expect, it } from 'vitest';
import { createUpstream, mapUpstreams } from '../../../lib/upstream/upstreams.ts';

const SCOPE = 'https://arm.example/.default';

it.each([
  ['https://arm.example', 'https://arm.example', ''],
  ['https://arm.example/', 'https://arm.example', ''],
  ['https://arm.example/v1.0', 'https://arm.example', '/v1.0'],
  ['https://arm.example:8443/a/b/', 'https://arm.example:8443', '/a/b'],
  ['https://arm.example/a//', 'https://arm.example', '/a'],
])('the base URL %s has the origin %s and the path "%s", without a trailing slash', (url, origin, basePath) => {
  expect(createUpstream('arm', url, SCOPE)).toMatchObject({ name: 'arm', origin, basePath, scope: SCOPE });
});

it('a response of an API with long lists may have 4 MiB, of the others 1 MiB (I6)', () => {
  const names = ['arm', 'backupRestore', 'documentModels', 'businessData'] as const;
  const limits = names.map((name) => createUpstream(name, 'https://a.example', SCOPE).maxResponseBytes);
  expect(limits).toEqual([4_194_304, 1_048_576, 1_048_576, 4_194_304]);
});

it('has a key only if one is set', () => {
  const key = { header: 'vendor-subscription-key', value: 'k' };
  expect(createUpstream('documentModels', 'https://a.example', SCOPE, key).key).toEqual(key);
  expect(createUpstream('documentModels', 'https://a.example', SCOPE)).not.toHaveProperty('key');
});

it('creates one value per upstream', () => {
  expect(mapUpstreams((name) => name)).toEqual({
    arm: 'arm',
    backupRestore: 'backupRestore',
    documentModels: 'documentModels',
    businessData: 'businessData',
  });
});

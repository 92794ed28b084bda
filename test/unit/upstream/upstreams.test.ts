import { expect, it } from 'vitest';
import { createUpstream, mapUpstreams } from '../../../lib/upstream/upstreams.ts';

const SCOPE = 'https://arm.example/.default';

it.each([
  ['https://arm.example', 'https://arm.example', ''],
  ['https://arm.example/', 'https://arm.example', ''],
  ['https://arm.example/v1.0', 'https://arm.example', '/v1.0'],
  ['https://arm.example:8443/a/b/', 'https://arm.example:8443', '/a/b'],
  ['https://arm.example/a//', 'https://arm.example', '/a'],
])('the base address %s is the origin %s and the path "%s", without a slash at the end', (url, origin, basePath) => {
  expect(createUpstream('arm', url, SCOPE)).toMatchObject({ name: 'arm', origin, basePath, scope: SCOPE });
});

it('an answer of the management API may have 8 MiB, of the others one (DESIGN 4, 6)', () => {
  const names = ['arm', 'backupRestore', 'documentModels', 'businessData'] as const;
  const bounds = names.map((name) => createUpstream(name, 'https://a.example', SCOPE).maxResponseBytes);
  expect(bounds).toEqual([8_388_608, 1_048_576, 1_048_576, 1_048_576]);
});

it('a key is there only where one is set', () => {
  const key = { field: 'vendor-subscription-key', value: 'k' };
  expect(createUpstream('documentModels', 'https://a.example', SCOPE, key).key).toEqual(key);
  expect(createUpstream('documentModels', 'https://a.example', SCOPE)).not.toHaveProperty('key');
});

it('each upstream gets what is made for it', () => {
  const upstreams = {
    arm: createUpstream('arm', 'https://arm.example', SCOPE),
    backupRestore: createUpstream('backupRestore', 'https://graph.example', SCOPE),
    documentModels: createUpstream('documentModels', 'https://docs.example', SCOPE),
    businessData: createUpstream('businessData', 'https://business.example', SCOPE),
  };
  expect(mapUpstreams(upstreams, ({ name, origin }) => `${name} at ${origin}`)).toEqual({
    arm: 'arm at https://arm.example',
    backupRestore: 'backupRestore at https://graph.example',
    documentModels: 'documentModels at https://docs.example',
    businessData: 'businessData at https://business.example',
  });
});

/** What a release and its container image are made of: release notes, base images. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listBaseImages, pinBaseImages } from '../../tools/images/base-images.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'release-'));
  await mkdir(join(folder, 'client'));
  await writeFile(join(folder, 'package.json'), '{"version":"1.2.3"}');
  await writeFile(join(folder, 'client/package.json'), '{"version":"1.2.3"}');
  const sections = ['## Unreleased', '- next', '## 1.2.3 - 2026-12-01', '### Added', '- this', '## 1.2.2', '- older'];
  await writeFile(join(folder, 'CHANGELOG.md'), `# Changelog\n\n${sections.join('\n\n')}\n`);
});
afterAll(() => rm(folder, { recursive: true }));

function print(tag: string): Promise<{ code: number; output: string; errors: string }> {
  const args = ['--import', import.meta.resolve('tsx'), resolve('tools/release-notes.ts'), tag];
  return new Promise((end) => {
    execFile(process.execPath, args, { cwd: folder }, (error, output, errors) =>
      end({ code: Number(error?.code ?? 0), output, errors }),
    );
  });
}

it('prints the section of the tag’s version', async () => {
  expect(await print('v1.2.3')).toMatchObject({ code: 0, output: '### Added\n\n- this\n' });
});

it.each([
  ['v1.2.2', ['package.json must be 1.2.2', 'client/package.json must be 1.2.2']],
  ['v1.3.0', ['package.json must be 1.3.0', 'section 1.3.0']],
  ['latest', ["must be like v1.2.3, not 'latest'"]],
])('refuses %s', async (tag, reasons) => {
  const { code, output, errors } = await print(tag);
  expect([code, output]).toEqual([1, '']);
  for (const reason of reasons) expect(errors).toContain(reason);
});

it('base images are pinned by the digests that the registries give', async () => {
  const dockerfile = await readFile('Dockerfile', 'utf8');
  const images = listBaseImages(dockerfile);
  expect(images).toHaveLength(2);
  expect(listBaseImages('FROM node:22 AS build\nFROM build\nFROM a/b:1@sha256:0')).toEqual(['node:22', 'a/b:1']);
  const digest = `sha256:${'a'.repeat(64)}`;
  const pinned = pinBaseImages(dockerfile, new Map(images.map((image) => [image, digest])));
  expect(pinned.match(/^FROM \S+@sha256:a{64}/gm)).toHaveLength(2);
  const again = `sha256:${'b'.repeat(64)}`;
  expect(pinBaseImages(pinned, new Map(images.map((image) => [image, again])))).toBe(pinned.replaceAll(digest, again));
  expect(() => pinBaseImages(dockerfile, new Map([[images[0] ?? '', 'latest']]))).toThrow('no digest');
});

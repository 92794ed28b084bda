/** The notes of a release. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

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

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { resolveRemoteBuild } from './azd-remote-build.ts';

const refused = 'refused';
const resolve = (...given: Parameters<typeof resolveRemoteBuild>) => {
  try {
    return resolveRemoteBuild(...given);
  } catch {
    return refused;
  }
};

// azd's own table of cases: the setting, .funcignore, and what follows.
it.each([
  [undefined, undefined, true],
  [false, undefined, false],
  [true, undefined, true],
  [undefined, 'node_modules\n', true],
  [undefined, 'dist\n', false],
  [false, 'node_modules\n', refused],
  [false, 'dist\n', false],
  [true, 'node_modules\n', true],
  [true, 'dist\n', refused],
  [false, '\n', false],
  [true, '\n', refused],
  [undefined, '\uFEFFnode_modules\n', true],
  [undefined, '\uFEFFdist\n', false],
  [undefined, 'node_modules/\n', true],
  [undefined, '/node_modules\n', true],
  [undefined, '**/node_modules\n', true],
  [undefined, 'node_modules/**\n', true],
  [undefined, '# node_modules\n', false],
  [undefined, 'dist\r\nnode_modules\r\n.env\r\n', true],
])('remoteBuild %s with .funcignore %j: %s', (remoteBuild, ignored, expected) => {
  expect(resolve(remoteBuild, ignored)).toBe(expected);
});

describe('this repository', () => {
  const { remoteBuild, project, dist } = parse(readFileSync('azure.yaml', 'utf8')).services.frontdesk;
  const ignored = readFileSync(join(project, '.funcignore'), 'utf8');

  it('is deployed by azd as it was built here', () => {
    expect(resolve(remoteBuild, ignored)).toBe(false);
    // azd would apply an ignore file of the folder that it zips.
    expect(existsSync(join(dist, '.funcignore'))).toBe(false);
  });

  it.each(['node_modules', 'node_modules/', 'node_modules/**', '**/node_modules'])(
    'is refused with %s in .funcignore',
    (line) => {
      const changed = ignored.replace(/^node_modules.*$/m, line);
      expect(changed).not.toBe(ignored);
      expect(resolve(remoteBuild, changed)).toBe(refused);
    },
  );

  it('is refused with remoteBuild: true', () => {
    expect(resolve(true, ignored)).toBe(refused);
  });
});

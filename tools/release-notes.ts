/** `npx tsx tools/release-notes.ts v1.2.3`: prints the changelog's section of a release, and checks that the tag may be released. */
import { readFileSync } from 'node:fs';

const [tag = ''] = process.argv.slice(2);
const version = tag.replace(/^v/, '');
const read = (file: string) => readFileSync(file, 'utf8');

/** `## 1.2.3 - 2026-12-01`, up to the next one. */
const section = read('CHANGELOG.md')
  .split(/^## /m)
  .find((part) => part.split(/\s/)[0]?.replace(/[[\]]/g, '') === version);
const notes = section?.slice(section.indexOf('\n')).trim() ?? '';

const problems = [
  ...(/^v\d+\.\d+\.\d+$/.test(tag) ? [] : [`The tag must be like v1.2.3, not '${tag}'.`]),
  ...['package.json', 'client/package.json', 'dev/local/package.json']
    .filter((file) => JSON.parse(read(file)).version !== version)
    .map((file) => `The version in ${file} must be ${version}.`),
  ...(notes === '' ? [`CHANGELOG.md must have a section ${version} with text.`] : []),
];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
} else console.log(notes);

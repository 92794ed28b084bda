/** Steps of the workflows that are scripts, run as the runner runs them; and what a release consists of. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { delimiter, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { listen } from '../../dev/server.ts';
import { makeFolder } from '../support/folder.ts';
import { runProgram, writeProgram } from '../support/program.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}
const readSteps = (workflow: string, job: string): readonly Step[] =>
  parse(readFileSync(`.github/workflows/${workflow}.yml`, 'utf8')).jobs[job].steps;

const folder = makeFolder('workflow-');

const writeCommand = (name: string, text: string) => writeProgram(join(folder, name), text);
writeCommand('sleep', '#!/bin/sh\n');
// Three attempts are enough.
writeCommand('seq', '#!/bin/sh\necho 1 2 3\n');
// A package has the commit of its tag.
writeCommand('unzip', '#!/bin/sh\ncat "$(dirname "$2")/version"\n');
writeCommand('jq', '#!/bin/sh\ncat\n');
writeCommand(
  'gh',
  `#!/bin/sh
case "$1 $2" in
  'release download') mkdir -p "$9" && echo "\${3#v}+commit" > "$9/version" && [ "$3" != v0.9.0 ];;
  'attestation verify') echo "$*" >> verified; case "$*" in *"$FORGED"*) exit 1;; esac;;
esac
`,
);
// The audience, a token for it, and a deployment.
writeCommand(
  'az',
  `#!/bin/sh
case "$*" in
  *appsettings*) echo app-id;;
  *'--scope app-id/.default'*) echo a-token;;
  *config-zip*) curl --silent --data "$(cat "$(dirname "\${10}")/version")" "$URL/deployed";;
esac
`,
);

/** Resolves with the exit code. */
async function runStep(run: string, environment: Readonly<Record<string, string>>): Promise<number> {
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}`, no_proxy: '*', ...environment };
  return (await runProgram('bash', ['-e', '-c', run], { cwd: folder, env })).code;
}

interface Case {
  /** What runs before; nothing where no release does. */
  readonly before: string;
  /** The versions that do not become ready. */
  readonly broken?: readonly string[];
  /** A tag whose package another workflow built. */
  readonly forged?: string;
}

it.each<readonly [string, Case, readonly string[], number]>([
  ['a release', { before: '1.2.2+commit' }, ['1.2.3+commit'], 0],
  ['the first release', { before: '' }, ['1.2.3+commit'], 0],
  ['a release over a build that is none', { before: '0.9.0+abc-dirty' }, ['1.2.3+commit'], 0],
  [
    'a release that does not become ready, and returns to the one before',
    { before: '1.2.2+commit', broken: ['1.2.3+commit'] },
    ['1.2.3+commit', '1.2.2+commit'],
    1,
  ],
  ['a first release that does not become ready', { before: '', broken: ['1.2.3+commit'] }, ['1.2.3+commit'], 1],
  [
    'nothing whose attestation is not that of the release',
    { before: '1.2.2+commit', forged: 'refs/tags/v1.2.3' },
    [],
    1,
  ],
])('deploys %s', async (_, { before, broken = [], forged = 'none' }, expected, code) => {
  const deployed: string[] = [];
  const current = () => deployed.at(-1) ?? before;
  const app = await listen(
    createServer((request, response) => {
      const { url, headers } = request;
      const isReady = current() !== '' && !broken.includes(current());
      if (url === '/deployed') request.on('data', (text) => deployed.push(String(text)));
      if (url === '/readyz') response.statusCode = isReady ? 200 : 503;
      else if (headers.authorization === 'Bearer a-token') response.setHeader('x-frontdesk-version', current());
      response.end();
    }),
    0,
  );
  onTestFinished(app.close);
  const step = readSteps('deploy', 'deploy').at(-1)?.run ?? '';
  const environment = { URL: app.url, TAG: 'v1.2.3', GITHUB_REPOSITORY: 'owner/name', FORGED: forged };
  expect(await runStep(step, environment)).toBe(code);
  expect(deployed).toEqual(expected);
  const verified = readFileSync(join(folder, 'verified'), 'utf8');
  expect(verified).toContain(
    'verify new/frontdesk.zip --repo owner/name --signer-workflow owner/name/.github/workflows/release.yml --source-ref refs/tags/v1.2.3',
  );
});

it('only protected branches and tags deploy', () => {
  const { jobs } = parse(readFileSync('.github/workflows/deploy.yml', 'utf8'));
  expect(jobs.deploy.if).toBe('github.ref_protected');
});

it('the package of the client names the repository that built it, as npm’s provenance demands', async () => {
  const runs = readSteps('release', 'package').flatMap(({ run }) => run ?? []);
  const naming = runs.findIndex((run) => run.startsWith('npm pkg set'));
  expect(naming).toBeGreaterThan(0);
  expect(naming).toBeLessThan(runs.findIndex((run) => run.includes('npm pack -w client')));
  mkdirSync(join(folder, 'client'));
  for (const file of ['package.json', 'client/package.json']) writeFileSync(join(folder, file), readFileSync(file));
  const environment = { GITHUB_SERVER_URL: 'https://github.example', GITHUB_REPOSITORY: 'owner/name' };
  expect(await runStep(runs[naming] ?? '', environment)).toBe(0);
  const { repository, private: isPrivate } = JSON.parse(readFileSync(join(folder, 'client/package.json'), 'utf8'));
  expect(repository).toEqual({ type: 'git', url: 'git+https://github.example/owner/name.git', directory: 'client' });
  expect(isPrivate).toBeUndefined();
});

it('a release has the package, its bill of materials, the client and the local stack, all attested', () => {
  const packages = ['frontdesk-client-*.tgz', 'frontdesk-local-*.tgz'];
  const files = ['frontdesk.zip', 'sbom.cdx.json', ...packages];
  const built = readSteps('release', 'package').flatMap(({ run }) => run ?? []);
  const kept = built.find((run) => run.includes('release/')) ?? '';
  const publish = readSteps('release', 'publish');
  const attested = publish.find(({ uses }) => uses?.startsWith('actions/attest-build-provenance@'));
  expect(attested?.with?.['subject-path']?.trim().split('\n')).toEqual(files);
  const runs = publish.flatMap(({ run }) => run ?? []);
  const release = runs.find((run) => run.startsWith('gh release create')) ?? '';
  for (const file of files) {
    expect(kept).toContain(file);
    expect(release).toContain(` ${file}`);
  }
  const published = packages.map((file) => `npm publish ./${file} --access public --provenance`);
  expect(runs.slice(-2)).toEqual(published);
});

/** Steps of the workflows that are scripts, run as the runner runs them; and what a release consists of. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { listen } from '../../dev/server.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}
const readSteps = (workflow: string, job: string): readonly Step[] =>
  parse(readFileSync(`.github/workflows/${workflow}.yml`, 'utf8')).jobs[job].steps;

const folder = mkdtempSync(join(tmpdir(), 'workflow-'));
afterAll(() => rmSync(folder, { recursive: true }));

function writeCommand(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
  chmodSync(join(folder, name), 0o755);
}
const VERSION = '1.2.3+0123456789ab';
writeCommand('unzip', `#!/bin/sh\necho '{"version":"${VERSION}"}'\n`);
writeCommand('sleep', '#!/bin/sh\n');
// Three attempts are enough.
writeCommand('seq', '#!/bin/sh\necho 1 2 3\n');
// The audience, then a token for it.
writeCommand(
  'az',
  '#!/bin/sh\ncase "$*" in *appsettings*) echo app-id;; *"--scope app-id/.default"*) echo a-token;; esac\n',
);
writeCommand('jq', `#!/bin/sh\nsed -n 's/.*"version":"\\([^"]*\\)".*/\\1/p'\n`);

/** Resolves with the exit code. */
function runStep(run: string, environment: Readonly<Record<string, string>>): Promise<number> {
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}`, no_proxy: '*', ...environment };
  return new Promise((end) => {
    execFile('bash', ['-e', '-c', run], { cwd: folder, env }, (error) => end(Number(error?.code ?? 0)));
  });
}

/** What a caller with a token and `/readyz` get, in the order of the attempts; the last one stays. */
const NEW = { status: 400, version: VERSION, ready: 200 };
const OLD = { ...NEW, version: '1.2.2+ba9876543210' };
const NONE = { ...NEW, status: 404, version: '', ready: 404 };

it.each([
  ['has the new version', [NEW], 0],
  ['has the old version, then the new one that is not ready, then is ready', [OLD, { ...NEW, ready: 503 }, NEW], 0],
  ['keeps the old version', [OLD], 1],
  ['never gets ready', [{ ...NEW, ready: 503 }], 1],
  ['does not start', [NONE], 1],
])('the deployment waits for its own version: an app that %s', async (_, states, code) => {
  const left = [...states];
  let state = NONE;
  const app = await listen(
    createServer(({ url, headers }, response) => {
      if (url === '/readyz') response.writeHead(state.ready).end();
      else if (headers.authorization === 'Bearer a-token') {
        state = left.shift() ?? state;
        response.writeHead(state.status, { 'x-frontdesk-version': state.version }).end();
      } else response.writeHead(401).end();
    }),
    0,
  );
  onTestFinished(app.close);
  const step = readSteps('deploy', 'deploy').at(-1)?.run ?? '';
  expect(await runStep(step, { URL: app.url })).toBe(code);
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

it('a release has the package, its bill of materials and the client, all attested', () => {
  const files = ['frontdesk.zip', 'sbom.cdx.json', 'frontdesk-client-*.tgz'];
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
  expect(runs.at(-1)).toBe('npm publish ./frontdesk-client-*.tgz --access public --provenance');
});

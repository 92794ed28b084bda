/** A deployed app: its settings as the Azure CLI prints them, its probes, and tokens of the person who is signed in there. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { CheckedToken } from './check-identity.ts';
import { checkOrigin } from './check-origin.ts';
import { bad, describeFailure, type Finding, good, TIMEOUT_MS } from './finding.ts';

type Values = Readonly<Record<string, string>>;

export interface VisitedApp {
  readonly values: Values;
  readonly findings: readonly Finding[];
}

const REFERENCE = /^\s*@Microsoft\.(?:KeyVault|AppConfiguration)\(/i;
/** In place of a reference, so that the other settings can be checked. */
const SOME_KEY = Buffer.alloc(32).toString('base64');

async function az(...words: readonly string[]): Promise<string> {
  // On Windows the CLI is a script.
  const { stdout } = await promisify(execFile)('az', [...words], { shell: process.platform === 'win32' });
  return stdout.trim();
}

/** `origin` is a frontend's. @throws Error with what the CLI said. */
export async function visitApp(
  name: string,
  group: string | undefined,
  origin: string | undefined,
): Promise<VisitedApp> {
  const resourceGroup =
    group ?? (await az('functionapp', 'list', '--query', `[?name=='${name}'].resourceGroup | [0]`, '--output', 'tsv'));
  if (resourceGroup === '') throw new Error(`There is no function app ${name} in this subscription: az account set.`);
  const place = ['--name', name, '--resource-group', resourceGroup];
  const listed: unknown = JSON.parse(
    await az('functionapp', 'config', 'appsettings', 'list', ...place, '--output', 'json'),
  );
  const host = await az('functionapp', 'show', ...place, '--query', 'defaultHostName', '--output', 'tsv');
  const { values, findings } = resolveReferences(fromList(listed));
  return {
    values: { WEBSITE_HOSTNAME: host, ...values },
    findings: [
      ...findings,
      ...(await probe(`https://${host}`)),
      ...(origin === undefined ? [] : [await checkOrigin(`https://${host}`, origin)]),
    ],
  };
}

/** Returns settings by name, of the list that the CLI prints. */
function fromList(listed: unknown): Values {
  const entries = (listed as readonly { readonly name: string; readonly value: string }[]).map(
    ({ name, value }) => [name, value] as const,
  );
  return Object.fromEntries(entries);
}

function resolveReferences(values: Values): VisitedApp {
  const references = Object.keys(values).filter((name) => REFERENCE.test(values[name] ?? ''));
  const kept = Object.entries(values).filter(([name]) => !references.includes(name));
  return {
    values: { ...Object.fromEntries(kept), ...(references.includes('LINK_KEY') && { LINK_KEY: SOME_KEY }) },
    findings: references.map((name) => good('vault', `${name} is a reference, which only the app can read`)),
  };
}

async function probe(url: string): Promise<readonly Finding[]> {
  try {
    const [alive, ready] = await Promise.all(
      ['/healthz', '/readyz'].map((path) => fetch(url + path, { signal: AbortSignal.timeout(6 * TIMEOUT_MS) })),
    );
    if (ready?.status === 200) return [good('app', 'is ready')];
    const fix = 'See what the other checks say; the log has check_failed (docs/runbook.md#does-not-start).';
    return [bad('app', `is not ready: /healthz ${alive?.status}, /readyz ${ready?.status}`, fix)];
  } catch (cause) {
    return [describeFailure('app', 'its address', url, cause)];
  }
}

/** Returns a token of the person who is signed in: the managed identity is not here. */
export async function getOperatorToken(scope: string, setting: string): Promise<CheckedToken> {
  const check = `your sign-in (${setting})`;
  try {
    const token = await az(
      'account',
      'get-access-token',
      '--scope',
      scope,
      '--query',
      'accessToken',
      '--output',
      'tsv',
    );
    return { finding: good(check, 'returns a token'), token };
  } catch {
    return { finding: bad(check, 'returns no token', `az login --scope ${scope}`) };
  }
}
